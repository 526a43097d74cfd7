import { saveRecording as save } from '#shared/engine/after-call/save-recording.ts';
import { defineMessageWorker } from '#shared/runtime/define/worker.ts';

export const saveRecording = defineMessageWorker({
  summary: "Copy a call's recording to our own storage before the carrier's link expires",
  queue: 'recording',
  // 200 at once: 40 a second if a copy takes five seconds. A recording without a length is held in memory, twice.
  batchSize: 4,
  maxConcurrency: 50,
  timeoutSeconds: 120,
  memoryMib: 2048,
  uses: ['table:write', 'recordings:write', 'recordings:delete'],
  handle: ({ call_id }, ports) => save(ports, call_id),
});
