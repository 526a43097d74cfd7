import { Worker } from 'node:worker_threads';
import { cancel, later } from '#test/harness/time/timers.ts';
import type { EnvironmentData } from './environment-thread.ts';

export interface Head {
  statusCode: number;
  headers: Record<string, string>;
}

/** A part of a streamed answer. */
export type Piece = { head: Head } | { text: string };

/** JSON, because that is all that reaches a function on AWS. */
export interface ToEnvironment {
  event: string;
}
export type FromEnvironment = { result: string } | { thrown: string } | { piece: Piece };

export interface Environment {
  /** Resolves with the answer's JSON. @throws what the handler throws, and when the time is over */
  run(event: string, onPiece: (piece: Piece) => void): Promise<string>;
  stop(): Promise<void>;
}

interface EnvironmentOptions extends EnvironmentData {
  variables: Record<string, string>;
  /** What it writes to its output. */
  log(text: string): void;
  /** It can run nothing any more. */
  onEnd(): void;
}

const THREAD = new URL('environment-thread.ts', import.meta.url);

/** An execution environment of a function: a thread with variables of its own that runs one invocation at a time. */
export const startEnvironment = (options: EnvironmentOptions): Environment => {
  const { variables, log, onEnd, ...workerData } = options;
  const worker = new Worker(THREAD, { env: variables, workerData, stdout: true, stderr: true });
  for (const stream of [worker.stdout, worker.stderr]) stream.on('data', (text) => log(String(text)));
  let running: { settle(message: FromEnvironment): void; fail(error: Error): void } | undefined;
  worker.on('message', (message: FromEnvironment) => running?.settle(message));
  worker.on('error', (error: Error) => running?.fail(error));
  worker.once('exit', () => {
    onEnd();
    running?.fail(new Error('The process of the function ended.'));
  });
  const tooLong = `The function did not end within its timeout of ${options.timeoutSeconds} seconds.`;

  return {
    run: (event, onPiece) =>
      new Promise((resolve, reject) => {
        const timer = later(() => {
          reject(new Error(tooLong));
          void worker.terminate();
        }, options.timeoutSeconds * 1_000);
        const end = (): void => {
          cancel(timer);
          running = undefined;
        };
        running = {
          settle(message) {
            if ('piece' in message) return onPiece(message.piece);
            end();
            if ('result' in message) resolve(message.result);
            else reject(new Error(message.thrown));
          },
          fail(error) {
            end();
            reject(error);
          },
        };
        worker.postMessage({ event } satisfies ToEnvironment);
      }),
    stop: async () => void (await worker.terminate()),
  };
};
