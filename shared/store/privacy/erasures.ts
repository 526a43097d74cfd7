import { secondsAfter } from '#shared/domain/time.ts';
import { ERASURES_DUE_PARTITION, erasureDueKey, keys } from '#shared/store/keys.ts';
import type { Change } from '#shared/store/table/conditional-write.ts';
import type { RecordKey } from '#shared/store/table/records.ts';
import { readDueNames } from '#shared/store/table/sweep-index.ts';
import {
  absent,
  equals,
  type Key,
  type Position,
  type PutOperation,
  type TableReader,
} from '#shared/store/table/table.ts';

/** After the message of an erasure was lost, or its worker has died, the sweep sends another one. */
const LOOK_AGAIN_SECONDS = 120;
/**
 * A last look after everything is gone: a worker that had read something of the person before may have written it since,
 * and indexes may have shown a call late. Longer than any worker runs or retries within its queue's time.
 */
const LAST_LOOK_SECONDS = 20 * 60;

/** The erasure of a person. It names nobody: the contact is empty, and numbers are known by their hashes. */
export interface ErasureRecord {
  id: string;
  account_id: string;
  team_id: string;
  contact_id: string;
  /** No call that is of the contact is much older. ISO 8601. */
  contact_created_at: string;
  status: 'pending' | 'completed';
  requested_at: string;
  completed_at: string | null;
  /** Partitions of the person's numbers, as the table names them. */
  lines: string[];
  /** Partitions of numbers that the person had before, and that the erasure has closed. */
  former_lines?: string[];
  /** How far the team's calls have been looked through in this walk. */
  place: Position | null;
  /** This walk had to leave something, so another one follows. */
  is_incomplete: boolean;
  /** When the last look is due; null before the first completion, and once it was taken. */
  last_look_at: string | null;
  version: number;
}

export const erasureKey = (id: string): RecordKey<ErasureRecord> => keys.erasure(id);

export const getErasure = (table: TableReader, id: string): Promise<(Key & ErasureRecord) | undefined> =>
  table.get<ErasureRecord>(erasureKey(id));

type NewErasure = Omit<
  ErasureRecord,
  'status' | 'completed_at' | 'lines' | 'former_lines' | 'place' | 'is_incomplete' | 'last_look_at' | 'version'
>;

export const newErasure = ({ id, account_id, team_id, contact_id, ...given }: NewErasure): ErasureRecord => ({
  ...{ id, account_id, team_id, contact_id },
  contact_created_at: given.contact_created_at,
  requested_at: given.requested_at,
  status: 'pending',
  completed_at: null,
  lines: [],
  place: null,
  is_incomplete: false,
  last_look_at: null,
  version: 0,
});

export const putErasure = (erasure: ErasureRecord, now: Date): PutOperation => ({
  put: { ...erasureKey(erasure.id), ...erasure, ...lookAfter(erasure.id, now, LOOK_AGAIN_SECONDS) },
  when: [absent('pk')],
});

/** Whether there is something to do: a completed erasure has its last look, once, when its time has come. */
export const isDue = ({ status, last_look_at }: ErasureRecord, now: Date): boolean =>
  status === 'pending' || (last_look_at !== null && last_look_at <= now.toISOString());

const lookAfter = (id: string, now: Date, seconds: number) =>
  erasureDueKey(id, secondsAfter(now, seconds).toISOString());

/** Changes an erasure if it is still what was read, and puts the sweep's next look off. The loser leaves it to the winner. */
export const carryOn = (before: ErasureRecord, changes: Partial<ErasureRecord>, now: Date): Change<ErasureRecord> => {
  const version = before.version + 1;
  return {
    operation: {
      update: erasureKey(before.id),
      set: { ...changes, version, ...lookAfter(before.id, now, LOOK_AGAIN_SECONDS) },
      when: [equals('version', before.version)],
    },
    after: { ...before, ...changes, version },
  };
};

/** Everything is gone. The first time, there will be a last look; after that, there is nothing left to do. */
export const completeErasure = (before: ErasureRecord, now: Date): Change<ErasureRecord> => {
  const isFirst = before.status === 'pending';
  const lastLookAt = secondsAfter(now, LAST_LOOK_SECONDS).toISOString();
  const changes = {
    ...(isFirst && { status: 'completed' as const, completed_at: now.toISOString() }),
    last_look_at: isFirst ? lastLookAt : null,
    place: null,
    version: before.version + 1,
  };
  return {
    operation: {
      update: erasureKey(before.id),
      set: { ...changes, ...(isFirst && lookAfter(before.id, now, LAST_LOOK_SECONDS)) },
      ...(!isFirst && { remove: ['active_pk', 'active_sk'] }),
      when: [equals('version', before.version)],
    },
    after: { ...before, ...changes },
  };
};

/** Ids of erasures whose next look is due by `until`, the longest due first; may lag by moments. */
export const readDueErasures = (table: TableReader, until: Date, limit: number): Promise<string[]> =>
  readDueNames(table, ERASURES_DUE_PARTITION, until, limit);
