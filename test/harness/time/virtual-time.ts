import { syncBuiltinESMExports } from 'node:module';
import { install } from '@sinonjs/fake-timers';
import { later } from './timers.ts';
import { type Traffic, watchTraffic } from './traffic.ts';

/**
 * The virtual time of this process. It stands still while anything happens, and jumps from timer to timer while a
 * client waits for an answer or a test calls `pass`. Nothing is ever late, however slow the machine.
 *
 * It must start before the modules that use it are loaded.
 */
export interface VirtualTime {
  now(): number;
  /** Lets time pass, within these limits, until something visible happens; answers how many milliseconds passed. */
  pass(limits: { atLeastMs?: number; atMostMs: number }): Promise<number>;
  /** Lets time pass until `work` is done. */
  during<T>(work: () => Promise<T>): Promise<T>;
  traffic: Traffic;
  /** Returns to the machine's own clock. */
  stop(): void;
}

/** Intervals up to this length only poll, so they run after every step instead of causing steps of their own. */
const POLL_MS = 20;
/** The time between two polls; it grows while nothing happens. */
const STEP_MS = 50;
const LONGEST_STEP_MS = 1_000;
const STEP_SHARE_OF_QUIET = 0.1;
/** Requests from outside never share a millisecond. */
const BETWEEN_REQUESTS_MS = 1;

type Poll = { look: () => void; hasRef: () => boolean; ref: () => unknown; unref: () => unknown };

const installPolls = (): (() => void) => {
  const polls = new Set<Poll>();
  const { clearInterval: clearSlow, setInterval: setSlow } = globalThis;
  globalThis.setInterval = ((task: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    if (ms > POLL_MS) return setSlow(task, ms, ...args);
    const poll: Poll = { look: () => task(...args), hasRef: () => true, ref: () => poll, unref: () => poll };
    polls.add(poll);
    return poll;
  }) as unknown as typeof setInterval;
  globalThis.clearInterval = ((timer: Poll) => {
    if (!polls.delete(timer)) clearSlow(timer as unknown as NodeJS.Timeout);
  }) as unknown as typeof clearInterval;
  return () => {
    for (const { look } of polls) look();
  };
};

const timeoutSignal = (ms: number): AbortSignal => {
  const controller = new AbortController();
  later(() => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms);
  return controller.signal;
};

interface Waiter {
  isDone(): boolean;
  resolve(): void;
}

/** `onStep` receives the time after every step. */
export const startVirtualTime = (onStep: (now: number) => void = () => undefined): VirtualTime => {
  const realTimeout = AbortSignal.timeout;
  const clock = install({
    now: Date.now(),
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldClearNativeTimers: true,
  });
  const look = installPolls();
  AbortSignal.timeout = timeoutSignal;
  syncBuiltinESMExports();

  const waiters = new Set<Waiter>();
  let awake = Promise.withResolvers<void>();
  let isStopped = false;
  const wake = (): void => {
    awake.resolve();
    awake = Promise.withResolvers();
  };
  const traffic = watchTraffic({
    onOuterRequest: () => {
      clock.tick(BETWEEN_REQUESTS_MS);
      onStep(clock.now);
      wake();
    },
  });

  let newsBefore = 0;
  let quietSince = clock.now;
  const step = (): void => {
    if (traffic.news() !== newsBefore) quietSince = clock.now;
    newsBefore = traffic.news();
    const share = (clock.now - quietSince) * STEP_SHARE_OF_QUIET;
    const longest = clock.setTimeout(() => undefined, Math.min(Math.max(share, STEP_MS), LONGEST_STEP_MS));
    clock.next();
    clock.clearTimeout(longest);
    look();
    onStep(clock.now);
  };

  const drive = async (): Promise<void> => {
    while (!isStopped) {
      if (waiters.size === 0 && traffic.outer() === 0) {
        await awake.promise;
        continue;
      }
      await traffic.settled();
      for (const waiter of waiters) {
        if (waiter.isDone() && waiters.delete(waiter)) waiter.resolve();
      }
      if (!isStopped && (waiters.size > 0 || traffic.outer() > 0)) step();
    }
  };
  void drive();

  const wait = (isDone: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      waiters.add({ isDone, resolve });
      wake();
    });

  return {
    traffic,
    now: () => clock.now,
    async pass({ atLeastMs = 0, atMostMs }) {
      const [begin, known] = [clock.now, traffic.news()];
      const passed = (): number => clock.now - begin;
      await wait(() => passed() >= atMostMs || (traffic.news() > known && passed() >= atLeastMs));
      return passed();
    },
    async during(work) {
      let isOver = false;
      const worked = work().finally(() => {
        isOver = true;
      });
      const [result] = await Promise.all([worked, wait(() => isOver)]);
      return result;
    },
    stop() {
      isStopped = true;
      wake();
      traffic.stop();
      AbortSignal.timeout = realTimeout;
      clock.uninstall();
      syncBuiltinESMExports();
    },
  };
};
