import { callIdOfEvent } from '#shared/domain/call/client-state.ts';
import { applyEvent } from '#shared/engine/call/apply-event.ts';
import { enqueueFollowUps } from '#shared/engine/call/follow-up.ts';
import { receiveInbound, releaseCaller } from '#shared/engine/call/receive-inbound.ts';
import { defineMessageWorker } from '#shared/runtime/define/worker.ts';

export const applyCallEvent = defineMessageWorker({
  summary:
    'Fold a carrier event into its call; answer or reject an inbound call; notify campaign, conversation and receivers',
  queue: 'callEvent',
  batchSize: 10,
  maxConcurrency: 50,
  timeoutSeconds: 10,
  uses: [
    'table:write',
    'campaignQueue:send',
    'conversationQueue:send',
    'endedCallQueue:send',
    'recordingQueue:send',
    'webhookQueue:send',
    'telephony',
    'transcription',
  ],
  async handle(message, ports) {
    if ('silence_check' in message) {
      const { id, call_id, turn } = message.silence_check;
      return ports.conversationQueue.send([{ call_id, input: { id, type: 'silence_check', turn } }]);
    }
    const { event, received_at } = message;
    const isInbound = event.data.direction === 'inbound';
    const callId = isInbound ? await receiveInbound(ports, event, received_at) : callIdOfEvent(event);
    const applied = callId ? await applyEvent(ports, callId, event, received_at) : undefined;
    const words = 'Ignored a carrier event: there is no such call, or its claim was released.';
    if (!applied) return ports.log.warn(words, { type: event.type, call_id: callId });
    await releaseCaller(ports.table, applied.call);
    await enqueueFollowUps(ports, event, applied);
  },
});
