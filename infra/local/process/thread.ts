import { once } from 'node:events';
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';

/** Parts of the service that run in threads of their own, so that they do not share the one core of the functions. */

/** What a thread runs. */
export interface Part<Said, Heard = never> {
  /** Told to whoever started it. */
  said: Said;
  hear?(message: Heard): void;
  stop(): Promise<void>;
  /** Resolves once it has stopped, by itself or because it was told to. */
  ended?: Promise<unknown>;
}

export interface Thread<Said, Heard = never> {
  said: Said;
  tell(message: Heard): void;
  stop(): Promise<void>;
  /** Resolves once it has ended, by itself or because it was told to; with an error if that is the reason. */
  ended: Promise<Error | undefined>;
  worker: Worker;
}

type Order<Heard> = { stop: true } | { hear: Heard };

/** Starts a thread with a main that calls `runPart`. @throws what its part throws at its start */
export const startThread = async <Said, Heard = never>(main: URL, options: object): Promise<Thread<Said, Heard>> => {
  const worker = new Worker(main, { workerData: options });
  let failure: Error | undefined;
  worker.on('error', (error: Error) => {
    failure = error;
  });
  const ended = new Promise<Error | undefined>((resolve) => worker.once('exit', () => resolve(failure)));
  const first = await Promise.race([once(worker, 'message'), ended]);
  if (!Array.isArray(first)) throw first ?? new Error('A part of the service ended before it had started.');
  const order = (what: Order<Heard>): void => worker.postMessage(what);
  const stop = async (): Promise<void> => {
    order({ stop: true });
    await ended;
  };
  return { said: first[0] as Said, tell: (message) => order({ hear: message }), stop, ended, worker };
};

/** The main of a thread: starts its part, and ends when that is told to stop or ends by itself. */
export const runPart = async <Options, Said, Heard = never>(
  start: (options: Options) => Promise<Part<Said, Heard>>,
): Promise<void> => {
  const parent = parentPort as MessagePort;
  const { said, hear, stop, ended } = await start(workerData as Options);
  const end = (): void => parent.close();
  ended?.then(end);
  parent.on('message', async (order: Order<Heard>) => {
    if ('hear' in order) return hear?.(order.hear);
    await stop();
    end();
  });
  parent.postMessage(said);
};
