import { afterAll, beforeAll } from '@jest/globals';
import { startVirtualTime, type VirtualTime } from './virtual-time.ts';

/** Whatever a suite waits for comes long before. */
const LONGEST_WAIT_MS = 2 * 60_000;
/** Whatever happens by itself comes to its end. */
const NONE = { atMostMs: 0 };
/** Shorter than any timer, so that time passes by one timer only. */
const ONE_STEP = { atMostMs: 1 };

/**
 * The time of a suite whose servers run in its own process. It stands still unless the suite waits here, and passes then
 * from timer to timer.
 */
export interface SuiteTime {
  now(): number;
  /** Lets time pass for as long as the work needs. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Lets time pass until this is so. */
  until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void>;
  /** Lets at least so much time pass. */
  pass(ms: number): Promise<void>;
  /** What has been sent to this address is never answered, so that to wait for that is to wait for time. */
  expectSilence(url: string): void;
}

/** What is measured in this suite is virtual time too; only the suite's own global object knows. */
const measureWith = (now: () => number): (() => void) => {
  const { performance } = globalThis;
  globalThis.performance = Object.create(performance, { now: { value: now } }) as typeof performance;
  return () => {
    globalThis.performance = performance;
  };
};

/** To be called before the suite's own hooks: what they start lives in this time. */
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
