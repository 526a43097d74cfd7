import { createRequire } from 'node:module';

/**
 * The only timers that the linter allows in tests. A test never waits for a wall clock: it waits for an event or lets
 * its service's virtual time pass. These timers serve the stand-ins and follow the clock of their process, which is
 * virtual wherever a suite has a virtual clock.
 */

type Timer = ReturnType<typeof setTimeout>;

/** Runs a task later, by the clock that this process has at the time of the call. */
export const later = (task: () => void, ms: number): Timer => setTimeout(task, ms);
export const cancel = (timer: Timer): void => clearTimeout(timer);

/** Aborts after a while, by the same clock. */
export const deadline = (ms: number): AbortSignal => AbortSignal.timeout(ms);

const [setMachineTimeout, clearMachineTimeout] = [setTimeout, clearTimeout];

/** Timers on the machine's clock, whatever clock this process has. They detect that nothing moves any more. */
export const onMachine = {
  later: (task: () => void, ms: number): Timer => setMachineTimeout(task, ms),
  cancel: (timer: Timer): void => clearMachineTimeout(timer),
};

/** For stand-ins that answer slowly, and for commands that watch a real process from outside. */
export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Resolves when everything that is ready now has run. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Repeats a task until it is cancelled. */
export const regularly = (task: () => void, ms: number): Timer => setInterval(task, ms);

const timers = createRequire(import.meta.url)('node:timers/promises') as typeof import('node:timers/promises');

/**
 * This `setTimeout` asks the global clock at each call. Modules copy Node's promised one when they are loaded, maybe
 * before a suite starts its own clock, so this file must be loaded first in a suite.
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
