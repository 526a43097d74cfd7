import { converse as lead } from '#shared/engine/conversation/converse.ts';
import { defineGroupWorker } from '#shared/runtime/define/worker.ts';

export const converse = defineGroupWorker({
  summary: 'Lead the conversation of one call on: listen, ask the language model, speak, hang up',
  queue: 'conversation',
  // Of one message: a model that takes its time on one call keeps no other call waiting.
  batchSize: 1,
  maxConcurrency: 200,
  timeoutSeconds: 40,
  uses: [
    'table:write',
    'callEventQueue:send',
    'campaignQueue:send',
    'languageModels',
    'telephony',
    'secret:modelEndpoint',
  ],
  async handleGroup(messages, ports) {
    const callId = messages[0]?.call_id;
    if (callId === undefined) return;
    await lead(
      ports,
      callId,
      messages.map(({ input }) => input),
    );
  },
});
