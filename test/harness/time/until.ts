import { SECOND_MS } from '#shared/domain/time.ts';
import { sleep } from './timers.ts';

const LOOK_AGAIN_MS = 200;
const GIVE_UP_MS = 60 * SECOND_MS;

/** Waits on the machine's clock, for a service that runs on it. @throws Error where it does not come. */
export const until = async <Found>(look: () => Promise<Found | undefined>): Promise<Found> => {
  for (const since = performance.now(); ; ) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() - since > GIVE_UP_MS) throw new Error('What was waited for did not come.');
    await sleep(LOOK_AGAIN_MS);
  }
};
