import { ConditionFailed } from './table.ts';

/** Rounds before a contended change is given up; each lost round means that somebody else got through. */
const ROUNDS = 8;

/** Repeats a read-decide-write until its write wins: the loser of a race reads again and decides anew. */
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
export const succeeded = async (write: Promise<void>): Promise<boolean> => {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
};
