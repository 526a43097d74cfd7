import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { SECOND_MS } from '#shared/domain/time.ts';
import { isJournalEmptied } from './sqlite.ts';

export interface FileToScrub {
  path: string;
  /** Its writer leaves what it deletes in free pages and between rows, so the whole file is written anew. */
  needsRewriting: boolean;
}

/** Shorter than whoever else writes waits for a lock. */
const LOCK_MAX_MS = 1 * SECOND_MS;
const PATIENCE_MS = 30 * SECOND_MS;
const TRY_AGAIN_MS = 20;

const pause = (): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, TRY_AGAIN_MS);
};

/** Writes all that is there anew; false while somebody else writes. */
const isRewritten = (database: DatabaseSync): boolean => {
  try {
    database.exec('VACUUM');
    return true;
  } catch (error) {
    if (/locked|busy/i.test((error as Error).message)) return false;
    throw error;
  }
};

/** Takes turns with whoever else uses the file. */
const untilDone = (isDone: () => boolean, path: string): void => {
  const deadline = performance.now() + PATIENCE_MS;
  while (!isDone()) {
    if (performance.now() > deadline) throw new Error(`${path} is always in use.`);
    pause();
  }
};

/**
 * Rids a database file and its journal of what was deleted or overwritten, while others go on using it: they wait for
 * it as they do for each other. Blocks this thread. A file that is not there needs nothing.
 */
export const scrubFile = ({ path, needsRewriting }: FileToScrub): void => {
  if (!existsSync(path)) return;
  const database = new DatabaseSync(path);
  try {
    // Without `secure_delete` a page written anew may hold what its memory held before.
    database.exec(`PRAGMA busy_timeout = ${LOCK_MAX_MS}; PRAGMA secure_delete = ON;`);
    if (needsRewriting) untilDone(() => isRewritten(database), path);
    untilDone(() => isJournalEmptied(database), path);
  } finally {
    database.close();
  }
};
