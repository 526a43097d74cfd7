import { callIdOfEvent } from '#shared/domain/call/client-state.ts';
import { CALL_EVENTS, type CallEvent } from '#shared/domain/call/events.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { tellConversation } from './tell.ts';

/** Queues verified carrier events: talk goes straight to its conversation, everything else is folded into its call. */
export const acceptEvents = async (
  ports: Needs<'callEventQueue' | 'conversationQueue'>,
  events: CallEvent[],
  receivedAt: Date,
): Promise<void> => {
  for (const event of events) {
    if (CALL_EVENTS[event.type].isTalk) await tellConversation(ports, callIdOfEvent(event), event, receivedAt);
    else await ports.callEventQueue.send([{ received_at: receivedAt.toISOString(), event }]);
  }
};
