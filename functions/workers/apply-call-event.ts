import { receiveEvent } from '#shared/engine/call/receive-event.ts';
import { defineMessageWorker } from '#shared/runtime/define/worker.ts';

export const applyCallEvent = defineMessageWorker({
  summary:
    'Fold a carrier event into its call; answer or reject an inbound call; notify campaign, conversation and receivers',
  queue: 'callEvent',
  batchSize: 10,
  maxConcurrency: 50,
  reservedConcurrency: 50,
  timeoutSeconds: 10,
  uses: [
    'table:write',
    'lines',
    'callEventQueue:send',
    'campaignQueue:send',
    'conversationQueue:send',
    'endedCallQueue:send',
    'recordingQueue:send',
    'webhookQueue:send',
    'telephony',
    'transcription',
  ],
  handle: (message, ports) => receiveEvent(ports, message),
});
