import { DatabaseSync } from 'node:sqlite';

/** The version of a file whose free pages hold nothing. */
const SCRUBBED = 1;

/**
 * Has deleted rows overwritten. A file that was ever written without may still have some in its free pages, so it is
 * written anew once.
 */
export const keepNothingDeleted = (database: DatabaseSync): void => {
  database.exec('PRAGMA secure_delete = ON');
  if (database.prepare('PRAGMA user_version').get()?.user_version === SCRUBBED) return;
  database.exec(`VACUUM; PRAGMA user_version = ${SCRUBBED}; PRAGMA wal_checkpoint(TRUNCATE);`);
};

/**
 * Opens a database whose committed writes survive a kill of the process at any moment, and whose file keeps nothing of
 * what is deleted.
 */
export const openDatabase = (file: string, schema: string): DatabaseSync => {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000;');
  keepNothingDeleted(database);
  database.exec(schema);
  return database;
};

/** Rids the journal of what was deleted or overwritten; false while somebody else uses it. */
export const isJournalEmptied = (database: DatabaseSync): boolean =>
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;

/** @throws Error while somebody else uses the journal. */
export const emptyJournal = (database: DatabaseSync): void => {
  if (!isJournalEmptied(database)) throw new Error('The journal is in use.');
};

/** Runs `work` in one transaction. */
export const inTransaction = <Result>(database: DatabaseSync, work: () => Result): Result => {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
};
