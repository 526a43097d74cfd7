import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FileToScrub } from './scrub-file.ts';

const THREAD = new URL('scrub-thread.ts', import.meta.url);

/** The databases in a state directory. Ours and the queues' overwrite what they delete, the table's engine does not. */
const filesIn = (stateDir: string): FileToScrub[] => [
  { path: join(stateDir, 'dynamodb.db'), needsRewriting: true },
  { path: join(stateDir, 'sqs', 'fauxqs.db'), needsRewriting: false },
  { path: join(stateDir, 'carrier.db'), needsRewriting: false },
  { path: join(stateDir, 'scheduler.db'), needsRewriting: false },
];

/** Whether an earlier run has left anything that may want scrubbing: it may have been killed before it did so. */
export const hasDatabases = (stateDir: string): boolean => filesIn(stateDir).some(({ path }) => existsSync(path));

/**
 * Rids the databases of a state directory of everything that was deleted or overwritten in them so far, while the
 * service runs; in a thread of its own, because it waits for locks and the disk. Requests wait meanwhile, for as long as
 * it takes to write the table once.
 * @throws Error after which it may be asked again.
 */
export const scrubDatabases = (stateDir: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(THREAD, { workerData: filesIn(stateDir) });
    worker.once('error', reject).once('exit', () => resolve());
  });
