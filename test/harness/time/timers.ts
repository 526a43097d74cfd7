import { createRequire } from 'node:module';

/**
 * The only timers of the tests; the linter knows no others. A test never waits for a wall clock: it waits for an event, or
 * lets the virtual time of its service pass. What is timed here is the stand-ins' own behaviour, under the clock of their
 * process, which is virtual wherever a suite has one.
 */

type Timer = ReturnType<typeof setTimeout>;

/** Does something later, by the clock of this process at the time of the call. */
export const later = (task: () => void, ms: number): Timer => setTimeout(task, ms);
export const cancel = (timer: Timer): void => clearTimeout(timer);

/** Aborts after a while, by the same clock. */
export const deadline = (ms: number): AbortSignal => AbortSignal.timeout(ms);

const [setMachineTimeout, clearMachineTimeout] = [setTimeout, clearTimeout];

/** By the machine's clock, whatever clock this process has: to tell that nothing moves any more. */
export const onMachine = {
  later: (task: () => void, ms: number): Timer => setMachineTimeout(task, ms),
  cancel: (timer: Timer): void => clearMachineTimeout(timer),
};

/** For stand-ins that answer slowly, and for commands that watch a real process from outside. */
export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Until everything that is ready now has run. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Again and again until it is cancelled. */
export const regularly = (task: () => void, ms: number): Timer => setInterval(task, ms);

const timers = createRequire(import.meta.url)('node:timers/promises') as typeof import('node:timers/promises');

/**
 * Modules copy the promised `setTimeout` of Node when they are loaded, which may be before a suite starts a clock of its
 * own; this one asks the global clock at each call. So this file is loaded before anything else of a suite.
 */
timers.setTimeout = ((
  ms?: number,
  value?: unknown,
  { signal, ref = true }: { signal?: AbortSignal; ref?: boolean } = {},
) =>
  new Promise<unknown>((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    }, ms);
    if (!ref) timer.unref();
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  })) as typeof timers.setTimeout;
