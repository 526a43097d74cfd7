import { useEffect, useState } from 'preact/hooks';
import { api } from '#functions/dashboard/site/api/client.ts';
import { queries, useRead } from '#functions/dashboard/site/api/query.ts';
import { teamId } from '#functions/dashboard/site/session/session.ts';

/** As many as one page lists. */
const LISTED_MAX = 200;
const NAME_KEPT_MS = 60_000;

const readName = (id: string): Promise<string> =>
  queries
    .fetchQuery({
      queryKey: ['getCompany', { id }],
      queryFn: () => api.getCompany({ id }),
      staleTime: NAME_KEPT_MS,
    })
    .then(({ company }) => company.name);

/** The names of these companies by their ids, as far as they are known already. */
export const useCompanyNames = (ids: readonly string[]): ReadonlyMap<string, string> => {
  const { data } = useRead('listCompanies', { teamId: teamId.value, limit: LISTED_MAX });
  const [others, setOthers] = useState<ReadonlyMap<string, string>>(new Map());
  const names = new Map(others);
  for (const { id, name } of data?.companies ?? []) names.set(id, name);
  const missing = data ? [...new Set(ids)].filter((id) => !names.has(id)).sort() : [];
  useEffect(() => {
    for (const id of missing) {
      // A company that cannot be read is told by its id.
      readName(id)
        .catch(() => id)
        .then((name) => setOthers((known) => new Map(known).set(id, name)));
    }
  }, [missing.join()]);
  return names;
};
