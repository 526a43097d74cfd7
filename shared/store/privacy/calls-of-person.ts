import { secondsAfter } from '#shared/domain/time.ts';
import { callsOnLine } from '#shared/store/call/line-calls.ts';
import { idOfCallKey, listSort, lists } from '#shared/store/keys.ts';
import { equals, type Position, type TableReader } from '#shared/store/table/table.ts';

/** Whose calls are looked for. */
export interface Person {
  team_id: string;
  contact_id: string;
  /** ISO 8601. */
  contact_created_at: string;
  /** Partitions of the person's numbers. */
  lines: string[];
}

/** Entries of the team's list of calls that are looked at in one stretch, some 3 MB of the index. */
const ENTRIES_PER_STRETCH = 10_000;
/**
 * A call is of the contact that has the caller's number when its event is worked on, and is as old as the event, which
 * may have waited among the dead letters for as long.
 */
const HEARD_OF_WITHIN_SECONDS = 14 * 24 * 60 * 60;
/** Calls that one stretch finds at most, so that the place is kept every few of them. */
const CALLS_PER_STRETCH = 40;

/** Claims of the contact that were released, and calls with its numbers that are of no contact; no list leads to them. */
export const findUnlistedCalls = async (table: TableReader, { contact_id, lines }: Person): Promise<string[]> => {
  const released = { index: 'list' as const, partition: lists.releasedCalls(contact_id), fields: ['pk', 'sk'] };
  const [claims, ...noted] = await Promise.all([
    table.query<object>(released),
    ...lines.map((line) => callsOnLine(table, line)),
  ]);
  return [...claims.map(({ pk }) => idOfCallKey(pk)), ...noted.flat()];
};

/** The contact's calls in the next stretch of the team's list, oldest first. `next`: where to go on from; null at the end. */
export const findListedCalls = async (
  table: TableReader,
  { team_id, contact_id, contact_created_at }: Person,
  after: Position | null,
): Promise<{ ids: string[]; next: Position | null }> => {
  const { items, stoppedAt } = await table.queryStretch<object>({
    index: 'list',
    partition: lists.calls(team_id),
    atLeast: listSort(secondsAfter(contact_created_at, -HEARD_OF_WITHIN_SECONDS).toISOString(), ''),
    filter: [equals('ix.contact_id', contact_id)],
    fields: ['pk', 'sk', 'list_sk'],
    lookAtMax: ENTRIES_PER_STRETCH,
    limit: CALLS_PER_STRETCH,
    ...(after && { after }),
  });
  return { ids: items.map(({ pk }) => idOfCallKey(pk)), next: stoppedAt ?? null };
};
