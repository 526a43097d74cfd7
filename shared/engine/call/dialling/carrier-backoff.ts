import { backoffSeconds } from '#shared/domain/campaign/retry-policy.ts';
import { secondsAfter } from '#shared/domain/time.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { DialResult } from '#shared/ports/telephony.ts';
import {
  type CarrierBackoffRecord,
  changeBackoff,
  giveTrialBack,
  takeTrial,
} from '#shared/store/limits/carrier-backoff.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';

/** A trial after a pause has told what it learned by then; longer than a dial may take from here. */
const TRIAL_SECONDS = 15;
/** Whoever waits for another one's trial looks again after this. */
export const LOOK_AFTER_TRIAL_SECONDS = 2;

/** Whether a limit of the carrier was met, and no dial was placed since. */
export const isBackingOff = (backoff: CarrierBackoffRecord | undefined): backoff is CarrierBackoffRecord =>
  backoff !== undefined && backoff.tries > 0;

/** Seconds until the pause is over, or another dial's trial may be; 0 when it is. */
export const pauseSeconds = (backoff: CarrierBackoffRecord | undefined, now: Date): number => {
  if (!isBackingOff(backoff)) return 0;
  const seconds = Math.max(0, Math.ceil((Date.parse(backoff.until) - now.getTime()) / 1000));
  return backoff.is_trial ? Math.min(seconds, LOOK_AFTER_TRIAL_SECONDS) : seconds;
};

/** Whether the carrier says by this that it has room, or that it has none. */
const tellsOfRoom = ({ result }: DialResult): boolean => result === 'placed' || result === 'busy_carrier';

/**
 * Runs a dial as the one that tries after a pause; at most one does at a time. A dial that was not sent, or whose
 * result says nothing of room, lets the next one try at once. Returns false if another dial is trying.
 */
export const asTrial = async (
  { table, clock }: Needs<'table' | 'clock'>,
  backoff: CarrierBackoffRecord,
  dial: () => Promise<DialResult | undefined>,
): Promise<boolean> => {
  const until = secondsAfter(clock(), TRIAL_SECONDS);
  if (!(await succeeded(table.write(takeTrial(backoff, until))))) return false;
  const dialed = await dial();
  if (!dialed || !tellsOfRoom(dialed)) await succeeded(table.write(giveTrialBack(backoff, until, clock())));
  return true;
};

/**
 * Notes whether the carrier had room for a dial. `before` is what the dial read at its beginning, so that dials which
 * were refused together lengthen the pause once; the losers change nothing. What the carrier said counts even if it
 * cannot be noted.
 */
export const noteRoom = async (
  ports: Needs<'table' | 'clock' | 'log'>,
  before: CarrierBackoffRecord | undefined,
  dialed: DialResult,
): Promise<void> => {
  try {
    await note(ports, before, dialed);
  } catch (error) {
    ports.log.error('Could not note whether the carrier had room for a dial; the next dial tells.', error);
  }
};

const note = async (
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
    // Room for one is not room for all that were held: each placed dial halves what is left of the caution.
    await succeeded(table.write(changeBackoff(before, { tries: before.tries >> 1, until: now.toISOString() })));
  }
};
