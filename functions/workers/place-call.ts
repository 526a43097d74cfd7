import { dialClaim } from '#shared/engine/call/dial.ts';
import { defineMessageWorker } from '#shared/runtime/define/worker.ts';
import { env } from '#shared/runtime/env.ts';
import { DialMessage } from '#shared/schemas/messages.ts';
import { getCall } from '#shared/store/calls.ts';

export const placeCall = defineMessageWorker({
  summary: 'Dial one claimed call, at most once',
  queue: 'dial',
  message: DialMessage,
  batchSize: 5,
  maxConcurrency: 50,
  timeoutSeconds: 15,
  uses: ['table:write', 'campaignQueue:send', 'telephony'],
  async handle({ call_id, generation }, ports) {
    const call = await getCall(ports.table, call_id);
    // Delivered again, or the claim was released meanwhile.
    if (call?.status !== 'queued' || call.generation !== generation) return;
    const { maxConcurrentCallsPerAccount, maxDialsPerSecond } = env;
    await dialClaim({ ...ports, limits: { maxConcurrentCallsPerAccount, maxDialsPerSecond } }, call);
  },
});

export const { handler } = placeCall;
