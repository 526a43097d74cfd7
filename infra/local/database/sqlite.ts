import { DatabaseSync } from 'node:sqlite';

/** The version of a file whose free pages hold nothing. */
const SCRUBBED = 1;

/** A file that was ever written without `secure_delete` may still have deleted rows in its free pages. */
const scrubOnce = (database: DatabaseSync): void => {
  if (database.prepare('PRAGMA user_version').get()?.user_version === SCRUBBED) return;
  database.exec(`VACUUM; PRAGMA user_version = ${SCRUBBED}; PRAGMA wal_checkpoint(TRUNCATE);`);
};

/**
 * Opens a database whose committed writes survive a kill of the process at any moment, and whose file keeps nothing of
 * what is deleted.
 */
export const openDatabase = (file: string, schema: string): DatabaseSync => {
  const database = new DatabaseSync(file);
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000; PRAGMA secure_delete = ON;',
  );
  database.exec(schema);
  scrubOnce(database);
  return database;
};

/** Rids the journal of what was deleted or overwritten. @throws Error while somebody else reads the database. */
export const emptyJournal = (database: DatabaseSync): void => {
  const emptied = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  if (emptied?.busy !== 0) throw new Error('The journal is in use.');
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
