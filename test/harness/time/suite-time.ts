import { afterAll, beforeAll } from '@jest/globals';
import { MINUTE_MS } from '#shared/domain/time.ts';
import { startVirtualTime, type VirtualTime } from './virtual-time.ts';

/** Far longer than anything a suite waits for. */
const LONGEST_WAIT_MS = 2 * MINUTE_MS;
/** No time passes; whatever needs none comes to its end. */
const NONE = { atMostMs: 0 };
/** Shorter than any timer, so that time passes by one timer only. */
const ONE_STEP = { atMostMs: 1 };

/**
 * The time of a suite whose servers run in its own process. It jumps from timer to timer while the suite waits here,
 * and stands still otherwise.
 */
export interface SuiteTime {
  now(): number;
  /** Lets time pass until the work is done. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Lets time pass until this is so. */
  until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void>;
  /** Lets at least so much time pass. */
  pass(ms: number): Promise<void>;
  /** The address never answers its pending requests, so time may pass while they wait. */
  expectSilence(url: string): void;
}

/** Makes the suite measure virtual time. Only its own global object is replaced. */
const measureWith = (now: () => number): (() => void) => {
  const { performance } = globalThis;
  globalThis.performance = Object.create(performance, { now: { value: now } }) as typeof performance;
  return () => {
    globalThis.performance = performance;
  };
};

/** Must be called before the suite's own hooks, so that whatever they start lives in this time. */
export const newSuiteTime = (): SuiteTime => {
  let time: VirtualTime;
  let measureAsBefore: () => void;
  beforeAll(() => {
    time = startVirtualTime();
    measureAsBefore = measureWith(time.now);
  });
  afterAll(() => {
    measureAsBefore();
    time.stop();
  });
  return {
    now: () => time.now(),
    during: (work) => time.during(work),
    async until(isSo, what) {
      const latest = time.now() + LONGEST_WAIT_MS;
      for (;;) {
        await time.pass(NONE);
        if (await isSo()) return;
        if (time.now() > latest) throw new Error(`Waited in vain: ${what}`);
        await time.pass(ONE_STEP);
      }
    },
    pass: async (ms) => void (await time.pass({ atLeastMs: ms, atMostMs: ms })),
    expectSilence: (url) => time.traffic.expectSilence(new URL(url).host),
  };
};
