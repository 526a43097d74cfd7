import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { SECOND_MS } from '#shared/domain/time.ts';

const THREAD = new URL('wipe-thread.ts', import.meta.url);
/** Erasures that end one after the other are wiped together. */
const WIPED_AFTER_MS = 2 * SECOND_MS;

export interface Wiper {
  /** Something was deleted that nobody may find any more. */
  soon(): void;
  stop(): Promise<void>;
}

/** Leaves nothing of what was deleted in the files of a state's databases, whose engines may go on meanwhile. */
export const wipeDatabases = async (stateDir: string): Promise<void> => {
  const files = globSync('**/*.db', { cwd: stateDir }).map((file) => join(stateDir, file));
  await once(new Worker(THREAD, { workerData: files }), 'exit');
};

/** Wipes the databases some moments after it is asked to, once for all who ask meanwhile. */
export const newWiper = (stateDir: string, onError: (error: unknown) => void): Wiper => {
  let timer: NodeJS.Timeout | undefined;
  let wiping: Promise<void> = Promise.resolve();
  const soon = (): void => {
    timer ??= setTimeout(wipe, WIPED_AFTER_MS);
  };
  const again = (error: unknown): void => {
    onError(error);
    soon();
  };
  const wipe = (): void => {
    timer = undefined;
    wiping = wiping.then(() => wipeDatabases(stateDir)).catch(again);
  };
  return {
    soon,
    stop: async () => {
      clearTimeout(timer);
      await wiping;
      clearTimeout(timer);
    },
  };
};
