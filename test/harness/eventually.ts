import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import { letTimePass } from './time/stack-time.ts';

/** Of the stack's time. Whatever a test waits for comes long before. */
const DEADLINE_MS = 30 * MINUTE_MS;
/** An attempt at least so often. */
const LONGEST_PAUSE_MS = MINUTE_MS;
/** Attempts become rarer the longer the wait: after each, so much of the time that has passed passes once more. */
const PAUSE_SHARE = 0.25;
const LONGEST_LEAST_PAUSE_MS = 10 * SECOND_MS;

/**
 * Repeats `attempt` until it stops throwing, for what happens by itself some time after a request; the stack's time passes
 * in between. Past the deadline its last error is thrown.
 */
export const eventually = async <T>(attempt: () => Promise<T> | T): Promise<T> => {
  for (let waitedMs = 0; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (waitedMs >= DEADLINE_MS) throw error;
      const atLeastMs = Math.min(waitedMs * PAUSE_SHARE, LONGEST_LEAST_PAUSE_MS);
      waitedMs += await letTimePass({ atLeastMs, atMostMs: LONGEST_PAUSE_MS });
    }
  }
};
