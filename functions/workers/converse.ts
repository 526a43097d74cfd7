import { converse as lead } from '#shared/engine/conversation/converse.ts';
import { defineGroupWorker } from '#shared/runtime/define/worker.ts';

export const converse = defineGroupWorker({
  summary: "Continue one call's conversation: listen, ask the language model, speak, hang up",
  queue: 'conversation',
  // One message per batch, so that a slow model on one call delays no other call.
  batchSize: 1,
  maxConcurrency: 200,
  reservedConcurrency: 200,
  timeoutSeconds: 40,
  uses: [
    'table:write',
    'lines',
    'callEventQueue:send',
    'campaignQueue:send',
    'languageModels',
    'telephony',
    'secret:modelEndpoint',
  ],
  handleGroup: (messages, ports) => lead(ports, messages),
});
