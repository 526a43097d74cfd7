import type { CallEvent } from '#shared/domain/call/events.ts';
import { conversationInputs } from '#shared/domain/conversation/conversation-inputs.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';

/** Makes the campaign settle a call that has changed; a standalone call has none. */
export const tellCampaign = async ({ campaignQueue }: Needs<'campaignQueue'>, call: CallRecord): Promise<void> => {
  const { campaign_id, id: call_id } = call;
  if (campaign_id !== null) await campaignQueue.send([{ campaign_id, reason: 'call', call_id }]);
};

/** Gives the conversation on a call what an event has for it. */
export const tellConversation = (
  { conversationQueue }: Needs<'conversationQueue'>,
  call_id: string,
  event: CallEvent,
): Promise<void> => conversationQueue.send(conversationInputs(event).map((input) => ({ call_id, input })));
