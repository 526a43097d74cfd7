import { tellCampaign } from '#shared/engine/call/tell.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { type CallRecord, changeCall, type NotDialedReason } from '#shared/store/call/calls.ts';
import { writeIfUnchanged } from '#shared/store/table/conditional-write.ts';

/**
 * Marks a claim as not dialled; the campaign's settlement then frees slot, lock and permit, and decides when the
 * contact is due again. Any event of the call wins, because it proves a dial. `error` has the carrier's words, if any.
 */
export const releaseClaim = async (
  ports: Needs<'table' | 'campaignQueue'>,
  call: CallRecord,
  reason: NotDialedReason,
  error: string | null = null,
): Promise<void> => {
  const released = { status: 'not_dialed' as const, not_dialed_reason: reason, started_at: null, error };
  if (await writeIfUnchanged(ports.table, changeCall(call, released))) await tellCampaign(ports, call);
};
