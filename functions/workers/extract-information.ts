import { concludeCall } from '#shared/engine/after-call/conclude-call.ts';
import { defineMessageWorker } from '#shared/runtime/define/worker.ts';

export const extractInformation = defineMessageWorker({
  summary:
    'Conclude a call: write its transcript, summary, findings about contact and company, opt-out request, callback and cost',
  queue: 'endedCall',
  // 500 at once: 41 a second if the slowest model of a batch takes twelve seconds.
  batchSize: 10,
  maxConcurrency: 50,
  timeoutSeconds: 80,
  uses: [
    'table:write',
    'lines',
    'campaignQueue:send',
    'endedCallQueue:send',
    'webhookQueue:send',
    'dialQueue:send',
    'languageModels',
    'numberingPlan',
    'telephony',
  ],
  handle: ({ call_id }, ports) => concludeCall(ports, call_id),
});
