import { callIdOfEvent } from '#shared/domain/call/client-state.ts';
import type { AnnouncePorts } from '#shared/engine/webhook/announce.ts';
import type { CallEventMessage } from '#shared/schemas/call-event.ts';
import { applyEvent } from './apply-event.ts';
import { endStray, hangUpIfLive, type StrayPorts } from './end-stray.ts';
import { enqueueFollowUps, type FollowUpPorts } from './follow-up.ts';
import { type InboundPorts, receiveInbound } from './receive-inbound.ts';
import { settleStandalone } from './standalone.ts';

/** Folds an event into its call and sends its follow-ups; a silence check only waited here for its time. */
export const receiveEvent = async (
  ports: AnnouncePorts & FollowUpPorts & InboundPorts & StrayPorts,
  message: CallEventMessage,
): Promise<void> => {
  if ('silence_check' in message) {
    const { id, call_id, turn } = message.silence_check;
    return ports.conversationQueue.send([{ call_id, input: { id, type: 'silence_check', turn } }]);
  }
  const { event, received_at } = message;
  const isInbound = event.data.direction === 'inbound';
  const callId = isInbound ? await receiveInbound(ports, event, received_at) : callIdOfEvent(event);
  const applied = callId ? await applyEvent(ports, callId, event, received_at) : undefined;
  if (!applied && callId && (await endStray(ports, callId, event, received_at))) return;
  const words = 'Ignored a carrier event: there is no such call.';
  if (!applied) return ports.log.warn(words, { type: event.type, call_id: callId });
  // The dial's reply, or whoever cancelled it, could not hang it up, or came between two events.
  if (applied.call.refusal !== null || applied.call.hang_up_requested_at)
    await hangUpIfLive(ports, applied.call, event);
  await settleStandalone(ports.table, applied.call);
  await enqueueFollowUps(ports, event, applied);
};
