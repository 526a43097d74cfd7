import { type CallEvent, tells } from '#shared/domain/call/events.ts';
import { isAnswered } from '#shared/domain/call/lifecycle.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { needsConclusion } from '#shared/store/call/calls.ts';
import type { AppliedEvent } from './apply-event.ts';
import { type TellPorts, tellCampaign, tellConversation } from './tell.ts';

/** The last words may be reported a moment after the end. */
const LAST_WORDS_WITHIN_SECONDS = 2;

export type FollowUpPorts = TellPorts & Needs<'conversationQueue' | 'endedCallQueue' | 'recordingQueue'>;

/**
 * Sends the follow-ups of an event. A repeated event sends them again, because its first delivery may have crashed
 * halfway; every worker decides from the table.
 */
export const enqueueFollowUps = async (
  ports: FollowUpPorts,
  event: CallEvent,
  { call, keptStatus }: AppliedEvent,
): Promise<void> => {
  const { type } = event;
  const call_id = call.id;
  if (tells(type, 'campaign') && !keptStatus) await tellCampaign(ports, call);
  if (call.assistant_id !== null && isAnswered(call)) await tellConversation(ports, call_id, event);
  if (tells(type, 'recording')) await ports.recordingQueue.send([{ call_id }]);
  if (tells(type, 'conclusion') && needsConclusion(call)) {
    await ports.endedCallQueue.send([{ call_id }], { delaySeconds: LAST_WORDS_WITHIN_SECONDS });
  }
};
