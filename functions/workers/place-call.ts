import { dialClaim } from '#shared/engine/call/dial.ts';
import { defineMessageWorker } from '#shared/runtime/define/worker.ts';
import { getCall } from '#shared/store/calls.ts';

export const placeCall = defineMessageWorker({
  summary: 'Dial one claimed call, at most once',
  queue: 'dial',
  batchSize: 5,
  maxConcurrency: 50,
  timeoutSeconds: 15,
  uses: ['table:write', 'campaignQueue:send', 'telephony', 'dialLimits'],
  async handle({ call_id, generation }, ports) {
    const call = await getCall(ports.table, call_id);
    // Delivered again, or the claim was released meanwhile.
    if (call?.status !== 'queued' || call.generation !== generation) return;
    await dialClaim(ports, call);
  },
});
