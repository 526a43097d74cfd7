import { DatabaseSync } from 'node:sqlite';

/** Opens a database whose committed writes survive a kill of the process at any moment. */
export const openDatabase = (file: string, schema: string): DatabaseSync => {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000;');
  // What is deleted is overwritten.
  database.exec('PRAGMA secure_delete = ON;');
  database.exec(schema);
  return database;
};

/** Leaves nothing of what was deleted or replaced in the log of writes. */
export const wipe = (database: DatabaseSync): void => database.exec('PRAGMA wal_checkpoint(TRUNCATE);');

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
