import { serveDialQueue } from '#shared/engine/call/dialling/dial.ts';
import { defineMessageWorker } from '#shared/runtime/define/worker.ts';

export const placeCall = defineMessageWorker({
  summary: 'Dial one claimed call, at most once; claim a single call that is due; or look again for room',
  queue: 'dial',
  batchSize: 5,
  maxConcurrency: 50,
  reservedConcurrency: 50,
  timeoutSeconds: 15,
  uses: [
    'table:write',
    'lines',
    'campaignQueue:send',
    'dialQueue:send',
    'webhookQueue:send',
    'callSchedules:write',
    'telephony',
    'transcription',
    'dialLimits',
  ],
  handle: (message, ports) => serveDialQueue(ports, message),
});
