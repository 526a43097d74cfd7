import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import { letTimePass } from './stack/stack-time.ts';

/** The longest wait in the stack's time, far longer than any test needs. */
const DEADLINE_MS = 30 * MINUTE_MS;
/** The longest time between two attempts. */
const LONGEST_PAUSE_MS = MINUTE_MS;
/** The share of the elapsed time that passes before the next attempt, so the pauses grow. */
const PAUSE_SHARE = 0.25;
const LONGEST_LEAST_PAUSE_MS = 10 * SECOND_MS;

/**
 * Repeats `attempt` until it stops throwing, for effects that follow a request by themselves. The stack's time passes
 * in between, and the last error is thrown past the deadline.
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
