import { isNothing, type Usage, usageSince, withTokens } from '#shared/domain/call/cost.ts';
import type { TokenUsage } from '#shared/ports/language-models.ts';
import { type CallRecord, changeCall, countedUsage, getCall } from '#shared/store/call/calls.ts';
import { addCampaignUsage } from '#shared/store/campaign/campaigns.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableWriter, UpdateOperation } from '#shared/store/table/table.ts';

/** Takes the current duration, because the event that reports it may come last. */
export const usageOf = (call: CallRecord): Usage => ({ ...call.usage, seconds: call.duration_secs ?? 0 });

/** Adds the uncounted part of a call's usage to its campaign; for the transaction that stores it as counted. */
export const addUncounted = ({ campaign_id, usage_counted }: CallRecord, usage: Usage): UpdateOperation[] => {
  const uncounted = usageSince(usage, usage_counted);
  return campaign_id === null || isNothing(uncounted) ? [] : [addCampaignUsage(campaign_id, uncounted)];
};

/**
 * Adds a call's usage since the last count to its campaign and stores it as counted, in one transaction. Late and
 * repeated cost reports therefore leave the campaign's sum equal to that of its calls.
 */
export const countUsage = (table: TableWriter, callId: string): Promise<void> =>
  retryingLostRaces(table, async () => {
    const call = await getCall(table, callId);
    if (!call) return;
    const usage = usageOf(call);
    if (isNothing(usageSince(usage, call.usage_counted))) return;
    await table.transact([countedUsage(call, usage), ...addUncounted(call, usage)]);
  });

/** Adds the tokens of one model request to the call, and to the campaign's sum if the call has ended. */
export const addTokens = async (table: TableWriter, callId: string, tokens: TokenUsage): Promise<void> => {
  const hasEnded = await retryingLostRaces(table, async () => {
    const call = await getCall(table, callId);
    if (!call) return false;
    // A transaction, because its request token recognises our own retry even if another reply was counted in between.
    await table.transact([changeCall(call, { usage: withTokens(call.usage, tokens) }).operation]);
    return call.status === 'ended';
  });
  if (hasEnded) await countUsage(table, callId);
};
