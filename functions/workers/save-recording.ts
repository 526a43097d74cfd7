import { saveRecording as save } from '#shared/engine/after-call/save-recording.ts';
import { defineMessageWorker } from '#shared/runtime/define/worker.ts';

export const saveRecording = defineMessageWorker({
  summary: "Copy a call's recording to our own storage before the carrier's link expires",
  queue: 'recording',
  batchSize: 1,
  maxConcurrency: 20,
  timeoutSeconds: 120,
  uses: ['table:write', 'recordings:write'],
  handle: ({ call_id }, ports) => save(ports, call_id),
});
