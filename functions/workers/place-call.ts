import { dialClaim } from '#shared/engine/call/dial.ts';
import { defineMessageWorker } from '#shared/runtime/define/worker.ts';

export const placeCall = defineMessageWorker({
  summary: 'Dial one claimed call, at most once',
  queue: 'dial',
  batchSize: 5,
  maxConcurrency: 50,
  reservedConcurrency: 50,
  timeoutSeconds: 15,
  uses: ['table:write', 'campaignQueue:send', 'telephony', 'dialLimits'],
  handle: (claim, ports) => dialClaim(ports, claim),
});
