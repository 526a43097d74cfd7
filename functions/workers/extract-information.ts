import { concludeCall } from '#shared/engine/after-call/conclude-call.ts';
import { defineMessageWorker } from '#shared/runtime/define/worker.ts';

export const extractInformation = defineMessageWorker({
  summary: 'Write what a call has told: transcript, summary, findings about contact and company, an opt-out, its cost',
  queue: 'endedCall',
  batchSize: 5,
  maxConcurrency: 20,
  timeoutSeconds: 80,
  uses: ['table:write', 'campaignQueue:send', 'endedCallQueue:send', 'languageModels', 'telephony'],
  handle: ({ call_id }, ports) => concludeCall(ports, call_id),
});
