import { idOfCallKey, lists } from '#shared/store/keys.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** An entry of a team's list of calls. */
export interface ListedCall {
  id: string;
  /** The place right after it. */
  next: string;
}

/** Sorts after the entry itself and before every other. */
const after = (sort: string): string => `${sort}~`;

/**
 * Calls of a team's list from a place on that were created before a time, oldest first, so many at most. `next`: where to
 * go on from. The index may lag by moments, and what it lacks then is younger than any such time, which is a day ago at
 * least.
 */
export const readCallsBefore = async (
  table: TableReader,
  teamId: string,
  { place, before }: { place: string; before: string },
  limit: number,
): Promise<{ calls: ListedCall[]; next: string; isAtEnd: boolean }> => {
  if (place >= before) return { calls: [], next: place, isAtEnd: true };
  const { items, stoppedAt } = await table.queryStretch<{ list_sk: string }>({
    index: 'list',
    partition: lists.calls(teamId),
    ...(place !== '' && { atLeast: place }),
    upTo: before,
    fields: ['pk', 'sk', 'list_sk'],
    lookAtMax: limit,
  });
  const calls = items.map(({ pk, list_sk }) => ({ id: idOfCallKey(pk), next: after(list_sk) }));
  return stoppedAt ? { calls, next: after(stoppedAt.sort), isAtEnd: false } : { calls, next: before, isAtEnd: true };
};
