import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_AGAIN_MS = 25;
const DEADLINE_MS = 15_000;

/**
 * Repeats `attempt` until it stops throwing, for what happens by itself some time after a request. Past the deadline its
 * last error is thrown.
 */
export const eventually = async <T>(attempt: () => Promise<T> | T, deadlineMs = DEADLINE_MS): Promise<T> => {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(LOOK_AGAIN_MS);
    }
  }
};
