import {
  keepPreviousData,
  notifyManager,
  QueryClient,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/query-core';
import { useEffect, useMemo, useReducer } from 'preact/hooks';
import type { InputOf, OperationId, OutputOf } from '#shared/client/client.ts';
import { api } from './client.ts';

/** Between two looks at something that changes by itself. */
export const LIVE_POLL_MS = 2_000;
/** Between two looks at what somebody else may change. */
export const SLOW_POLL_MS = 15_000;

const STALE_MS = 1_000;

export const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: STALE_MS, retry: false, refetchOnWindowFocus: true } },
});

// From here on it looks again when the tab is seen again, and when the network is back.
queries.mount();

type Poll<Data> = (data: Data | undefined) => number | false;

export interface ReadOptions<Data> {
  /** Milliseconds to the next look at the data, or false where nothing changes by itself. Hidden tabs never poll. */
  poll?: Poll<Data>;
  /** Looks again whenever this changes, so that what belongs together moves together. */
  beat?: number;
  /** Other data than the last ones are new, not an update of these: show nothing until they are there. */
  dropPrevious?: boolean;
}

const never: Poll<unknown> = () => false;

const read = async <Id extends OperationId>(id: Id, input: InputOf<Id>): Promise<OutputOf<Id>> => {
  const operation = api[id] as (given: InputOf<Id>) => Promise<OutputOf<Id>>;
  return operation(input);
};

/** Reads something that is no single answer of the API, such as all pages of a list, under a key that begins with its operation. */
export const useObserver = <Data>(options: QueryObserverOptions<Data>): QueryObserverResult<Data> => {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const observer = useMemo(() => new QueryObserver<Data>(queries, options), []);
  useEffect(() => observer.subscribe(notifyManager.batchCalls(() => redraw(undefined))), [observer]);
  useEffect(() => observer.setOptions(options));
  return observer.getOptimisticResult(queries.defaultQueryOptions(options) as never);
};

/** What a GET of the API answers, kept up to date; a null input reads nothing. */
export const useRead = <Id extends OperationId>(
  id: Id,
  input: InputOf<Id> | null,
  { poll = never, beat, dropPrevious = false }: ReadOptions<OutputOf<Id>> = {},
): QueryObserverResult<OutputOf<Id>> => {
  const result = useObserver<OutputOf<Id>>({
    queryKey: [id, input],
    queryFn: () => read(id, input as InputOf<Id>),
    enabled: input !== null,
    refetchInterval: ({ state }) => poll(state.data as OutputOf<Id> | undefined),
    ...(!dropPrevious && { placeholderData: keepPreviousData as never }),
  });
  useEffect(() => {
    if (beat !== undefined && input !== null) void result.refetch({ cancelRefetch: false });
  }, [beat]);
  return result;
};

/** Lists are read from an index that follows the table, so the first look may miss what was just written. */
const SECOND_LOOK_MS = 2_000;

const lookAgain = async (ids: OperationId[]): Promise<void> => {
  const asked = ids.map((id) => ({ queryKey: [id] }));
  // An answer that is still under way was asked for before the change. What nobody watches would not be asked for again.
  await Promise.all(asked.map((each) => queries.cancelQueries({ ...each, type: 'active' })));
  await Promise.all(asked.map((each) => queries.invalidateQueries(each)));
};

/** Reads again whatever these operations have answered: now, and once more when lists have followed. */
export const refresh = (...ids: OperationId[]): Promise<void> => {
  setTimeout(lookAgain, SECOND_LOOK_MS, ids);
  return lookAgain(ids);
};
