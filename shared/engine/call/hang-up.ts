import type { Needs } from '#shared/ports/capabilities.ts';
import { CommandRefused } from '#shared/ports/telephony.ts';

/** A call as the carrier knows it. */
interface PlacedCall {
  id: string;
  call_control_id: string;
  generation: number;
}

/**
 * Hangs up a call that nobody wants, for a reason in words. Safe to repeat. @throws when the carrier cannot be reached.
 */
export const hangUp = async (
  { telephony, log }: Needs<'telephony' | 'log'>,
  { id, call_control_id: callControlId, generation }: PlacedCall,
  why: string,
): Promise<void> => {
  log.warn(`${why} Hanging up.`, { call_id: id, generation });
  try {
    await telephony.hangUp({ callControlId, commandId: `${id}-${generation}-hang-up` });
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error;
    log.error('The carrier does not hang up a call.', error, { call_id: id });
  }
};

/** Why a call is hung up that nobody dialled, as far as its record goes. */
export const REFUSED_BUT_PLACED = 'The carrier placed a call that it had refused.';
/** Why one is that somebody has cancelled. */
export const CANCELLED_BUT_LIVE = 'A call goes on that was cancelled.';
