import { type CallEvent, tells } from '#shared/domain/call/events.ts';
import { conversationInputs } from '#shared/domain/conversation/conversation-inputs.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { isAnswered } from '#shared/store/calls.ts';
import type { AppliedEvent } from './apply-event.ts';
import { callChanged } from './release-claim.ts';

/** The last words may be reported a moment after the end. */
const CONCLUDE_AFTER_SECONDS = 2;

type FollowUpPorts = Needs<'campaignQueue' | 'conversationQueue' | 'endedCallQueue' | 'recordingQueue'>;

/**
 * Sends the follow-ups of an event. A repeated event sends them again, because its first delivery may have crashed
 * halfway; every receiver decides from the table.
 */
export const enqueueFollowUps = async (
  ports: FollowUpPorts,
  event: CallEvent,
  { call, isLate }: AppliedEvent,
): Promise<void> => {
  const { type } = event;
  const call_id = call.id;
  if (tells(type, 'campaign') && !isLate) await ports.campaignQueue.send(callChanged(call));
  if (call.assistant_id !== null && isAnswered(call)) {
    await ports.conversationQueue.send(conversationInputs(event).map((input) => ({ call_id, input })));
  }
  if (tells(type, 'recording')) await ports.recordingQueue.send([{ call_id }]);
  const needsConclusion = call.status === 'ended' && (isAnswered(call) || call.usage.carrierMicroUsd > 0);
  if (tells(type, 'conclusion') && needsConclusion) {
    await ports.endedCallQueue.send([{ call_id }], { delaySeconds: CONCLUDE_AFTER_SECONDS });
  }
};
