import type { NotDialedReason } from '#shared/domain/call/not-dialed.ts';
import { type ReleasePorts, releaseSingle } from '#shared/engine/call/single/release-call.ts';
import { changeAndTell } from '#shared/engine/call/tell.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { isSingle } from '#shared/store/call/single-calls.ts';
import { isNull, notNull } from '#shared/store/table/table.ts';

/** What marks a claim as not dialled. */
export const released = (reason: NotDialedReason): Partial<CallRecord> => ({
  status: reason === 'cancelled' ? 'cancelled' : 'not_dialed',
  not_dialed_reason: reason,
  started_at: null,
});

/**
 * Marks the claim of a campaign as not dialled, or as cancelled where somebody has cancelled it since its dial began: the
 * next claim would replace the call, and the wish with it. Any event of the call wins, because it proves a dial; then
 * the answer is false.
 */
export const releaseForCampaign = async (
  ports: Needs<'table' | 'campaignQueue' | 'clock'>,
  call: CallRecord,
  reason: NotDialedReason,
  { refusal, error }: Pick<CallRecord, 'refusal' | 'error'>,
): Promise<boolean> => {
  const nobodyCancelled = isNull('hang_up_requested_at');
  if (await changeAndTell(ports, call, { ...released(reason), refusal, error }, nobodyCancelled)) return true;
  const ended_at = ports.clock().toISOString();
  const somebodyCancelled = notNull('hang_up_requested_at');
  return changeAndTell(ports, call, { ...released('cancelled'), refusal, error: null, ended_at }, ...somebodyCancelled);
};

/**
 * Marks a claim as not dialled; the campaign's settlement then frees slot, lock and permit, and decides when the
 * contact is due again. A single call decides for itself.
 */
export const releaseClaim = async (
  ports: ReleasePorts & Needs<'campaignQueue'>,
  call: CallRecord,
  reason: NotDialedReason,
): Promise<void> => {
  if (isSingle(call)) await releaseSingle(ports, call, reason);
  else await releaseForCampaign(ports, call, reason, { refusal: call.refusal, error: null });
};
