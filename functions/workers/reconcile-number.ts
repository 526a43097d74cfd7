import { reconcileNumber as reconcile } from '#shared/engine/phone-number/reconcile.ts';
import { defineMessageWorker } from '#shared/runtime/define/worker.ts';

export const reconcileNumber = defineMessageWorker({
  summary: 'End a trial; finish a half-done release; undo an unfinished purchase',
  queue: 'number',
  batchSize: 5,
  maxConcurrency: 5,
  timeoutSeconds: 30,
  uses: ['table:write', 'telephony'],
  handle: ({ number_id }, ports) => reconcile(ports, number_id),
});
