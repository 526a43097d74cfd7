import { MINUTE_MS } from '#shared/domain/time.ts';
import { sleep } from '#test/harness/time/timers.ts';

const LOOK_AGAIN_MS = 200;
/** Far beyond what a starved machine needs: the sweep's clock runs within it. */
const PATIENCE_MS = 3 * MINUTE_MS;

/** Looks until something holds. @throws when it does not in time, in words that say what was waited for */
export const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`It was waited in vain until ${what}.`);
    await sleep(LOOK_AGAIN_MS);
  }
};
