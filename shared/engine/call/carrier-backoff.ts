import { backoffSeconds } from '#shared/domain/campaign/retry-policy.ts';
import { secondsAfter } from '#shared/domain/time.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { DialResult } from '#shared/ports/telephony.ts';
import { type CarrierBackoffRecord, changeBackoff, takeTrial } from '#shared/store/limits/carrier-backoff.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';

/** A trial after a pause has told what it learned by then; longer than a dial may take. */
const TRIAL_SECONDS = 15;
/** Dials that wait for another one's trial look again after this. */
const LOOK_AFTER_TRIAL_SECONDS = 2;

/** Whether a limit of the carrier was met, and no dial was placed since. */
export const isBackingOff = (backoff: CarrierBackoffRecord | undefined): backoff is CarrierBackoffRecord =>
  backoff !== undefined && backoff.tries > 0;

/** Seconds until the pause is over; 0 when it is. */
export const pauseSeconds = (backoff: CarrierBackoffRecord | undefined, now: Date): number =>
  isBackingOff(backoff) ? Math.max(0, Math.ceil((Date.parse(backoff.until) - now.getTime()) / 1000)) : 0;

/** Seconds for which a dial must wait: 0 without a pause, and for the one dial that tries after it. */
export const awaitedSeconds = async (
  { table, clock }: Needs<'table' | 'clock'>,
  backoff: CarrierBackoffRecord | undefined,
): Promise<number> => {
  if (!isBackingOff(backoff)) return 0;
  const pause = pauseSeconds(backoff, clock());
  if (pause > 0) return pause;
  const isTrial = await succeeded(table.write(takeTrial(backoff, secondsAfter(clock(), TRIAL_SECONDS))));
  return isTrial ? 0 : LOOK_AFTER_TRIAL_SECONDS;
};

/**
 * Notes whether the carrier had room for a dial. `before` is what the dial read at its beginning, so that dials which
 * were refused together lengthen the pause once; the losers change nothing.
 */
export const noteRoom = async (
  { table, clock, log }: Needs<'table' | 'clock' | 'log'>,
  before: CarrierBackoffRecord | undefined,
  dialed: DialResult,
): Promise<void> => {
  const now = clock();
  if (dialed.result === 'busy_carrier') {
    const tries = (before?.tries ?? 0) + 1;
    const until = secondsAfter(now, backoffSeconds(tries)).toISOString();
    log.warn('The carrier has no room for a dial; all dials pause for a while.', {
      reason: dialed.reason,
      tries,
      until,
    });
    await succeeded(table.write(changeBackoff(before, { tries, until })));
  }
  if (dialed.result === 'placed' && isBackingOff(before)) {
    await succeeded(table.write(changeBackoff(before, { tries: 0, until: now.toISOString() })));
  }
};
