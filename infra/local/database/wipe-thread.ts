import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';
import { emptyJournal } from './sqlite.ts';

/** Another connection may write for as long. */
const LOCKED_MAX_MS = 10_000;

/** Writes each database anew, so that none of its pages holds what was deleted, and empties its log of writes. */
for (const file of workerData as string[]) {
  const database = new DatabaseSync(file, { timeout: LOCKED_MAX_MS });
  try {
    database.exec('VACUUM');
    emptyJournal(database);
  } finally {
    database.close();
  }
}
