import { changeAndTell } from '#shared/engine/call/tell.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { CallRecord, NotDialedReason } from '#shared/store/call/calls.ts';

/** What marks a claim as not dialled. */
export const released = (reason: NotDialedReason): Partial<CallRecord> => ({
  status: 'not_dialed',
  not_dialed_reason: reason,
  started_at: null,
});

/**
 * Marks a claim as not dialled; the campaign's settlement then frees slot, lock and permit, and decides when the
 * contact is due again. Any event of the call wins, because it proves a dial.
 */
export const releaseClaim = async (
  ports: Needs<'table' | 'campaignQueue'>,
  call: CallRecord,
  reason: NotDialedReason,
): Promise<void> => {
  await changeAndTell(ports, call, { ...released(reason), error: null });
};
