import { CONTENDED_TRIES } from './backoff.ts';
import {
  type Condition,
  ConditionFailed,
  Contended,
  equals,
  type Key,
  type PutOperation,
  type TableWriter,
  type UpdateOperation,
} from './table.ts';

/** A change of a record: its write, and the record after it. */
export interface Change<Changed, Operation extends PutOperation | UpdateOperation = UpdateOperation> {
  operation: Operation;
  after: Changed;
}

/** Writes a change and returns the changed record. @throws ConditionFailed if another writer was faster. */
export const writeChange = async <Changed>(
  table: TableWriter,
  { operation, after }: Change<Changed>,
): Promise<Changed> => {
  await table.write(operation);
  return after;
};

/** Writes a change and returns the changed record; undefined if another writer was faster. */
export const writeIfUnchanged = async <Changed>(
  table: TableWriter,
  { operation, after }: Change<Changed, PutOperation | UpdateOperation>,
): Promise<Changed | undefined> => ((await succeeded(table.write(operation))) ? after : undefined);

/**
 * Repeats a read-decide-write round until its conditional write succeeds, with jittered waits in between. The first try
 * is number 1: what a request has read already need be read anew by later ones only.
 * @throws Contended when others were faster in every round.
 */
export const retryingLostRaces = async <T>(table: TableWriter, round: (tries: number) => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await round(tries);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      if (tries === CONTENDED_TRIES) throw new Contended(error);
      await table.backOff(tries);
    }
  }
};

/** Awaits a conditional write; false if its condition failed. */
export const succeeded = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
};

interface Dated {
  updated_at: string;
}

/** Holds for a record that was neither changed nor deleted since it was read. */
export const unchanged = (before: Dated): Condition[] => [
  equals('updated_at', before.updated_at),
  equals('deleted_at', null),
];

/** Deletes a record softly: it leaves its list. The loser of two concurrent writers reads again. */
export const softDeletion = (key: Key, before: Dated, now: Date): UpdateOperation => {
  const at = changedAt(before, now);
  return {
    update: key,
    set: { deleted_at: at, updated_at: at },
    remove: ['list_pk', 'list_sk'],
    when: unchanged(before),
  };
};

/** A strictly increasing time of change, because `updated_at` guards the next change. */
export const changedAt = (before: Dated, now: Date): string =>
  new Date(Math.max(now.getTime(), Date.parse(before.updated_at) + 1)).toISOString();
