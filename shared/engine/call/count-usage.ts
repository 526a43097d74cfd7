import { dayOf } from '#shared/domain/account/dial-bounds.ts';
import { isNothing, type Usage, usageSince, withTokens } from '#shared/domain/call/cost.ts';
import { subjectOf } from '#shared/domain/call/subject.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { TokenUsage } from '#shared/ports/language-models.ts';
import type { Log } from '#shared/ports/log.ts';
import { measure } from '#shared/ports/metrics.ts';
import { changeCall, countedUsage } from '#shared/store/call/call-changes.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { addCampaignUsage } from '#shared/store/campaign/campaigns.ts';
import { countSpend } from '#shared/store/limits/daily-usage.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { UpdateOperation } from '#shared/store/table/table.ts';

const MICRO_USD = 1_000_000;

/** Takes the current duration, because the event that reports it may come last. */
export const usageOf = (call: CallRecord): Usage => ({ ...call.usage, seconds: call.duration_secs ?? 0 });

/**
 * Adds the uncounted part of a call's usage to its campaign, and what the carrier charged, be the call inbound or
 * outbound, to the account's day; for the transaction that stores it as counted.
 */
export const addUncounted = (call: CallRecord, usage: Usage, now: Date): UpdateOperation[] => {
  const { campaign_id, account_id, id } = call;
  const uncounted = usageSince(usage, call.usage_counted);
  const { carrierMicroUsd } = uncounted;
  return [
    ...(campaign_id === null || isNothing(uncounted) ? [] : [addCampaignUsage(campaign_id, uncounted)]),
    ...(carrierMicroUsd !== 0 ? [countSpend(account_id, dayOf(now), id, carrierMicroUsd)] : []),
  ];
};

/** Tells what was counted, once it is written. What the carrier corrects downwards is negative. */
export const noteUsage = (log: Log, call: CallRecord, usage: Usage): void => {
  const { carrierMicroUsd, inputTokens, outputTokens } = usageSince(usage, call.usage_counted);
  const measured = {
    ...(carrierMicroUsd !== 0 && { carrier_cost_usd: carrierMicroUsd / MICRO_USD }),
    ...(inputTokens !== 0 && { input_tokens: inputTokens }),
    ...(outputTokens !== 0 && { output_tokens: outputTokens }),
  };
  if (Object.keys(measured).length > 0) measure(log, 'What a call cost was counted.', measured, subjectOf(call));
};

/**
 * Adds a call's usage since the last count to its campaign and stores it as counted, in one transaction. Late and
 * repeated cost reports therefore leave the campaign's sum equal to that of its calls.
 */
export const countUsage = (
  { table, clock, log }: Needs<'table' | 'clock' | 'log'>,
  callId: string,
  justRead?: CallRecord,
): Promise<void> =>
  retryingLostRaces(table, async (tries) => {
    const call = (tries === 1 && justRead) || (await getCall(table, callId));
    if (!call) return;
    const usage = usageOf(call);
    if (isNothing(usageSince(usage, call.usage_counted))) return;
    await table.transact([countedUsage(call, usage), ...addUncounted(call, usage, clock())]);
    noteUsage(log, call, usage);
  });

/** Adds the tokens of one model request to the call, and to the campaign's sum if the call has ended. */
export const addTokens = async (
  ports: Needs<'table' | 'clock' | 'log'>,
  callId: string,
  tokens: TokenUsage,
): Promise<void> => {
  const { table } = ports;
  const hasEnded = await retryingLostRaces(table, async () => {
    const call = await getCall(table, callId);
    if (!call) return false;
    // A transaction, because its request token recognises our own retry even if another reply was counted in between.
    await table.transact([changeCall(call, { usage: withTokens(call.usage, tokens) }).operation]);
    return call.status === 'ended';
  });
  if (hasEnded) await countUsage(ports, callId);
};
