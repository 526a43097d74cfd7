import type { CallEvent } from '#shared/domain/call/events.ts';
import { conversationInputs } from '#shared/domain/conversation/conversation-inputs.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { changeCall } from '#shared/store/call/call-changes.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { writeIfUnchanged } from '#shared/store/table/conditional-write.ts';
import type { Condition } from '#shared/store/table/table.ts';

/** Makes the campaign settle a call that has changed; a standalone call has none. */
export const tellCampaign = async ({ campaignQueue }: Needs<'campaignQueue'>, call: CallRecord): Promise<void> => {
  const { campaign_id, id: call_id } = call;
  if (campaign_id !== null) await campaignQueue.send([{ campaign_id, reason: 'call', call_id }]);
};

/**
 * Changes a call, and makes its campaign settle it; false if the call is not what was read any more, or a condition does
 * not hold.
 */
export const changeAndTell = async (
  ports: Needs<'table' | 'campaignQueue'>,
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
  return conversationQueue.send(conversationInputs(event).map((input) => ({ call_id, input, ...received_at })));
};
