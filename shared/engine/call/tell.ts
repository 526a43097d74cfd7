import { accountOfEvent } from '#shared/domain/call/client-state.ts';
import type { CallEvent } from '#shared/domain/call/events.ts';
import { conversationInputs } from '#shared/domain/conversation/conversation-inputs.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { changeCall } from '#shared/store/call/call-changes.ts';
import { type CallRecord, isOver } from '#shared/store/call/calls.ts';
import { noteUnsettled, type UnsettledCalls, unsettledIn } from '#shared/store/campaign/unsettled-calls.ts';
import { writeIfUnchanged } from '#shared/store/table/conditional-write.ts';
import type { Condition } from '#shared/store/table/table.ts';

export type TellPorts = Needs<'table' | 'campaignQueue' | 'clock'>;

/** A note that is older belongs to a message that was lost, or to a step that takes long. */
const WAKE_LATE_MS = 5_000;

/**
 * Whether a message is on its way that makes the campaign settle its unsettled calls. It may have begun with the calls
 * that it read, so a call that was noted before needs another; so it does when its first message failed.
 */
const isWakeComing = (unsettled: UnsettledCalls, callId: string, now: Date): boolean =>
  unsettled.size > 0 &&
  !unsettled.has(callId) &&
  [...unsettled.values()].every((at) => now.getTime() - Date.parse(at) < WAKE_LATE_MS);

/**
 * Makes the campaign settle a call that has changed; a standalone call has none. Calls that are over are noted, and one
 * message wakes it for many of them: whoever notes the first sends it, and a step that finds more at its end wakes the
 * next. For a call that goes on, which frees no slot, the message alone is cheaper.
 */
export const tellCampaign = async (ports: TellPorts, call: CallRecord): Promise<void> => {
  const { campaign_id, id: call_id } = call;
  if (campaign_id === null) return;
  if (isOver(call)) {
    const now = ports.clock();
    const before = await ports.table.updateReturningOld(noteUnsettled(campaign_id, call_id, now));
    if (isWakeComing(unsettledIn(before), call_id, now)) return;
  }
  await ports.campaignQueue.send([{ campaign_id, reason: 'call', call_id }]);
};

/**
 * Changes a call, and makes its campaign settle it; false if the call is not what was read any more, or a condition does
 * not hold.
 */
export const changeAndTell = async (
  ports: TellPorts,
  call: CallRecord,
  changes: Partial<CallRecord>,
  ...conditions: Condition[]
): Promise<boolean> => {
  const { operation, after } = changeCall(call, changes);
  const when = [...(operation.when ?? []), ...conditions];
  const changed = await writeIfUnchanged(ports.table, { operation: { ...operation, when }, after });
  if (changed) await tellCampaign(ports, changed);
  return changed !== undefined;
};

/** Gives the conversation on a call what an event has for it. */
export const tellConversation = (
  { conversationQueue }: Needs<'conversationQueue'>,
  call_id: string,
  event: CallEvent,
  receivedAt?: Date,
): Promise<void> => {
  const received_at = receivedAt && { received_at: receivedAt.toISOString() };
  const account_id = accountOfEvent(event);
  const told = { ...received_at, ...(account_id !== undefined && { account_id }) };
  return conversationQueue.send(conversationInputs(event).map((input) => ({ call_id, input, ...told })));
};
