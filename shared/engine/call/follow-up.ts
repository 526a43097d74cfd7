import { conversationInputs } from '#shared/domain/conversation/conversation-inputs.ts';
import type { QueueSender } from '#shared/ports/queue-sender.ts';
import { CALL_EVENT_TYPES, type CallEvent } from '#shared/schemas/call-event.ts';
import type { CallMessage, CampaignMessage, ConversationMessage } from '#shared/schemas/messages.ts';
import { type CallRecord, isAnswered } from '#shared/store/calls.ts';
import type { AppliedEvent } from './apply-event.ts';
import { callChanged } from './release-claim.ts';

/** What was said last may be reported a moment after the end. */
const CONCLUDE_AFTER_SECONDS = 2;

/** Events after which the campaign has something to move: a contact's status, its counters or its slot. */
const MOVES_THE_CAMPAIGN: readonly string[] = CALL_EVENT_TYPES.filter((type) => type !== 'call.recording.saved');

/** Events after which there may be something left to write about a call that is over. */
const CONCLUDES: readonly string[] = [
  'call.answered',
  'call.hangup',
  'call.completed',
  'call.conversation.ended',
  'call.cost',
];

interface FollowUpPorts {
  campaignQueue: QueueSender<CampaignMessage>;
  conversationQueue: QueueSender<ConversationMessage>;
  endedCallQueue: QueueSender<CallMessage>;
  recordingQueue: QueueSender<CallMessage>;
}

const enqueueConversationInputs = async (
  { conversationQueue }: FollowUpPorts,
  call: CallRecord,
  event: CallEvent,
): Promise<void> => {
  if (call.assistant_id === null || !isAnswered(call)) return;
  await conversationQueue.send(conversationInputs(event).map((input) => ({ call_id: call.id, input })));
};

/**
 * Tells whoever goes on from here. Told again for a repeated event, since its first delivery may have crashed before it
 * told everybody; each of them decides from the table.
 */
export const enqueueFollowUps = async (
  ports: FollowUpPorts,
  event: CallEvent,
  { call, isLate }: AppliedEvent,
): Promise<void> => {
  const { type } = event;
  if (MOVES_THE_CAMPAIGN.includes(type) && !isLate) await ports.campaignQueue.send(callChanged(call));
  await enqueueConversationInputs(ports, call, event);
  if (type === 'call.recording.saved') await ports.recordingQueue.send([{ call_id: call.id }]);
  const isToBeConcluded = call.status === 'ended' && (isAnswered(call) || call.usage.carrierMicroUsd > 0);
  if (CONCLUDES.includes(type) && isToBeConcluded) {
    await ports.endedCallQueue.send([{ call_id: call.id }], { delaySeconds: CONCLUDE_AFTER_SECONDS });
  }
};
