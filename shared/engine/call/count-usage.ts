import { isNothing, type Usage, usageSince, withTokens } from '#shared/domain/call/cost.ts';
import type { TokenUsage } from '#shared/ports/language-models.ts';
import { type CallRecord, changeCall, countedUsage, getCall } from '#shared/store/calls.ts';
import { addCampaignUsage } from '#shared/store/campaign/campaigns.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableWriter, UpdateOperation } from '#shared/store/table/table.ts';

/** With the duration as it is known by now: the event that tells it may come last of all. */
const usageOf = (call: CallRecord): Usage => ({ ...call.usage, seconds: call.duration_secs ?? 0 });

/** What the campaign's sum lacks of this usage of its call; for the transaction that notes it as counted. */
export const addUncounted = ({ campaign_id, usage_counted }: CallRecord, usage: Usage): UpdateOperation[] => {
  const uncounted = usageSince(usage, usage_counted);
  return campaign_id === null || isNothing(uncounted) ? [] : [addCampaignUsage(campaign_id, uncounted)];
};

/**
 * Adds to the campaign what its call used since it was counted last, in the transaction that notes it as counted: so the
 * sum is that of the calls, however late and often the carrier reports its costs.
 */
export const countUsage = (table: TableWriter, callId: string): Promise<void> =>
  retryingLostRaces(async () => {
    const call = await getCall(table, callId);
    if (!call) return;
    const usage = usageOf(call);
    if (isNothing(usageSince(usage, call.usage_counted))) return;
    await table.transact([countedUsage(call, usage), ...addUncounted(call, usage)]);
  });

/** Counts what a request to a language model used for a call, and in the campaign's sum if the call is over by then. */
export const addTokens = async (table: TableWriter, callId: string, tokens: TokenUsage): Promise<void> => {
  const isOver = await retryingLostRaces(async () => {
    const call = await getCall(table, callId);
    if (!call) return false;
    // A transaction, since its token tells a repetition from a lost race even when another reply was counted in between.
    await table.transact([changeCall(call, { usage: withTokens(call.usage, tokens) }).operation]);
    return call.status === 'ended';
  });
  if (isOver) await countUsage(table, callId);
};
