import { notifyManager, QueriesObserver } from '@tanstack/query-core';
import { useEffect, useMemo, useReducer } from 'preact/hooks';
import { api } from '#functions/dashboard/site/api/client.ts';
import { queries } from '#functions/dashboard/site/api/query.ts';
import { contactName } from '#functions/dashboard/site/components/choosing/contact-words.ts';
import type { OutputOf } from '#shared/client/client.ts';

/** A name that was read is believed for so long. */
const NAME_STALE_MS = 5 * 60_000;

const keyOf = (id: string) => ['getContact', { id }] as const;

const optionsOf = (id: string) => ({
  queryKey: keyOf(id),
  queryFn: () => api.getContact({ id }),
  staleTime: NAME_STALE_MS,
  refetchOnWindowFocus: false,
});

/** The names of these contacts by their ids, as far as they are read. A contact that is gone has none. */
export const useContactNames = (ids: readonly string[]): ReadonlyMap<string, string> => {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const observer = useMemo(() => new QueriesObserver(queries, []), []);
  const wanted = [...new Set(ids)].sort().join(' ');
  useEffect(() => observer.subscribe(notifyManager.batchCalls(() => redraw(undefined))), [observer]);
  useEffect(() => observer.setQueries(wanted === '' ? [] : wanted.split(' ').map(optionsOf)), [observer, wanted]);
  const named = ids.flatMap((id): [string, string][] => {
    const read = queries.getQueryData<OutputOf<'getContact'>>(keyOf(id));
    return read ? [[id, contactName(read.contact)]] : [];
  });
  return new Map(named);
};
