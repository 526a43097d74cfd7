import { ConditionFailed, type TableWriter, type UpdateOperation } from './table.ts';

/** A change of a record: how it is written, and the record as it then is. */
export interface Change<Changed> {
  operation: UpdateOperation;
  after: Changed;
}

/** Writes a change; answers the record as it is now. @throws ConditionFailed when the record is not what was read. */
export const writeChange = async <Changed>(
  table: TableWriter,
  { operation, after }: Change<Changed>,
): Promise<Changed> => {
  await table.write(operation);
  return after;
};

/** Writes a change; undefined when the record is not what was read, and somebody else was there first. */
export const writeIfUnchanged = async <Changed>(
  table: TableWriter,
  { operation, after }: Change<Changed>,
): Promise<Changed | undefined> => ((await succeeded(table.write(operation))) ? after : undefined);

/** Rounds before a contended change is given up; each lost round means that somebody else got through. */
const ROUNDS = 8;

/** Repeats a read-decide-write until its write holds: the loser of a race reads again and decides anew. */
export const retryingLostRaces = async <T>(round: () => Promise<T>): Promise<T> => {
  for (let rounds = 1; ; rounds++) {
    try {
      return await round();
    } catch (error) {
      if (!(error instanceof ConditionFailed) || rounds === ROUNDS) throw error;
    }
  }
};

/** Runs a conditional write; false when somebody else was there first. */
export const succeeded = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
};

/** The time of a change, later than the one before it: the next change is guarded by it, so no two may be the same. */
export const changedAt = (before: { updated_at: string }, now: Date): string =>
  new Date(Math.max(now.getTime(), Date.parse(before.updated_at) + 1)).toISOString();
