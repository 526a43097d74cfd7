import type { Needs } from '#shared/ports/capabilities.ts';
import type { CampaignMessage } from '#shared/schemas/messages.ts';
import { type CallRecord, changeCall, type NotDialedReason } from '#shared/store/calls.ts';
import { writeIfUnchanged } from '#shared/store/table/conditional-write.ts';

/** The message that makes the campaign settle a call; none for a standalone call. */
export const callChanged = (call: CallRecord): CampaignMessage[] =>
  call.campaign_id === null ? [] : [{ campaign_id: call.campaign_id, reason: 'call', call_id: call.id }];

/**
 * Ends a claim without a dial; the campaign frees its slot and decides when the contact is due again. Any event of the
 * call wins, because it proves a dial.
 */
export const releaseClaim = async (
  ports: Needs<'table' | 'campaignQueue'>,
  call: CallRecord,
  reason: NotDialedReason,
): Promise<void> => {
  const released = { status: 'not_dialed' as const, not_dialed_reason: reason, started_at: null };
  if (!(await writeIfUnchanged(ports.table, changeCall(call, released)))) return;
  await ports.campaignQueue.send(callChanged(call));
};
