import type { Needs } from '#shared/ports/capabilities.ts';
import { CommandRefused } from '#shared/ports/telephony.ts';

/**
 * Hangs up a call that the carrier placed although it had refused the dial. Safe to repeat. @throws when the carrier
 * cannot be reached.
 */
export const hangUpRefused = async (
  { telephony, log }: Needs<'telephony' | 'log'>,
  { id }: { id: string },
  { call_control_id: callControlId, generation }: { call_control_id: string; generation: number },
): Promise<void> => {
  log.warn('The carrier placed a call that it had refused; hanging up.', { call_id: id, generation });
  try {
    await telephony.hangUp({ callControlId, commandId: `${id}-${generation}-hang-up` });
  } catch (error) {
    if (!(error instanceof CommandRefused)) throw error;
    log.error('The carrier does not hang up a call that it had refused.', error, { call_id: id });
  }
};
