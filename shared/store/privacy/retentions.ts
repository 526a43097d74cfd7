import type { KeptPart } from '#shared/domain/privacy/retention.ts';
import { secondsAfter } from '#shared/domain/time.ts';
import { dueUpTo, keys, partitions, RETENTION_DUE_PARTITION, retentionDueKey } from '#shared/store/keys.ts';
import type { Change } from '#shared/store/table/conditional-write.ts';
import type { RecordKey } from '#shared/store/table/records.ts';
import { readDueNames } from '#shared/store/table/sweep-index.ts';
import {
  absent,
  equals,
  type Key,
  type PutOperation,
  type TableReader,
  type UpdateOperation,
} from '#shared/store/table/table.ts';

/** After a look's message was lost, or its worker has died, the sweep sends another one. Longer than a worker runs. */
const LOOK_AGAIN_SECONDS = 120;

/**
 * How far the calls of a team have been looked through for what has outlived its retention. For each part, what is before
 * its place in the team's list has ended, or is noted to be looked at later.
 */
export interface RetentionRecord {
  account_id: string;
  team_id: string;
  /** Sort keys of the list; absent at its beginning. */
  transcript_place?: string;
  recording_place?: string;
  version: number;
}

const retentionKey = (teamId: string): RecordKey<RetentionRecord> => keys.retention(teamId);

export const getRetention = (table: TableReader, teamId: string): Promise<(Key & RetentionRecord) | undefined> =>
  table.get<RetentionRecord>(retentionKey(teamId));

type Owner = Pick<RetentionRecord, 'account_id' | 'team_id'>;

const ownerOf = ({ account_id, team_id }: Owner): Owner => ({ account_id, team_id });

/** For the transaction that creates a team. */
export const addRetention = (team: Owner, firstLook: Date): PutOperation => ({
  put: {
    ...retentionKey(team.team_id),
    ...ownerOf(team),
    version: 0,
    ...retentionDueKey(team.team_id, firstLook.toISOString()),
  },
  when: [absent('pk')],
});

/** Has a team looked at now; whoever is at it loses, and its places stay. */
export const lookAtOnce = (team: Owner, now: Date): UpdateOperation => ({
  update: retentionKey(team.team_id),
  set: { ...ownerOf(team), ...retentionDueKey(team.team_id, now.toISOString()) },
  add: { version: 1 },
});

const changeRetention = (
  before: RetentionRecord,
  changes: Partial<RetentionRecord>,
  dueAt: Date,
): Change<RetentionRecord> => {
  const version = before.version + 1;
  return {
    operation: {
      update: retentionKey(before.team_id),
      set: { ...changes, version, ...retentionDueKey(before.team_id, dueAt.toISOString()) },
      when: [equals('version', before.version)],
    },
    after: { ...before, ...changes, version },
  };
};

/** Goes on with a look, and puts the sweep's next one off. Of two at once the loser leaves it to the winner. */
export const carryOnLook = (
  before: RetentionRecord,
  changes: Partial<RetentionRecord>,
  now: Date,
): Change<RetentionRecord> => changeRetention(before, changes, secondsAfter(now, LOOK_AGAIN_SECONDS));

export const endLook = (before: RetentionRecord, nextAt: Date): Change<RetentionRecord> =>
  changeRetention(before, {}, nextAt);

const PLACES = { transcript: 'transcript_place', recording: 'recording_place' } as const satisfies Record<
  KeptPart,
  keyof RetentionRecord
>;

export const placeOfPart = (retention: RetentionRecord, part: KeptPart): string => retention[PLACES[part]] ?? '';

export const placedAt = (part: KeptPart, place: string): Partial<RetentionRecord> => ({ [PLACES[part]]: place });

/** Ids of teams whose next look is due by `until`, the longest due first; may lag by moments. */
export const readDueRetentions = (table: TableReader, until: Date, limit: number): Promise<string[]> =>
  readDueNames(table, RETENTION_DUE_PARTITION, until, limit);

/**
 * A call that a look has passed by: not over yet or ended later than the others around it, or to be tried again because
 * the carrier or the bucket could not be reached.
 */
export interface LaterLook {
  call_id: string;
  part: KeptPart;
  /** Not before this. ISO 8601. */
  at: string;
  isRetry: boolean;
}

const orderOf = (part: KeptPart, isRetry: boolean): string => `${part.toUpperCase()}#${isRetry ? 'RETRY' : 'LATER'}`;

const laterLookKey = (teamId: string, { call_id, part, at, isRetry }: LaterLook): Key => ({
  pk: partitions.laterLooks(teamId),
  sk: `${orderOf(part, isRetry)}#${at}#${call_id}`,
});

/** Notes calls for a later look; the same note twice is one. */
export const noteLaterLook = (teamId: string, look: LaterLook): PutOperation => ({
  put: { ...laterLookKey(teamId, look), call_id: look.call_id, part: look.part, at: look.at, isRetry: look.isRetry },
});

export const endLaterLook = (teamId: string, look: LaterLook) => ({ delete: laterLookKey(teamId, look) });

/** The earliest of those that are due by `until`, so many at most. */
export const readLaterLooks = (
  table: TableReader,
  teamId: string,
  { part, isRetry, until }: { part: KeptPart; isRetry: boolean; until: string },
  limit: number,
): Promise<LaterLook[]> => {
  const order = orderOf(part, isRetry);
  return table.query<LaterLook>({
    partition: partitions.laterLooks(teamId),
    atLeast: `${order}#`,
    upTo: `${order}#${dueUpTo(until)}`,
    limit,
  });
};
