import { reconciliationOf } from '#shared/domain/phone-number/reconciliation.ts';
import { dropPurchase } from '#shared/engine/phone-number/drop-purchase.ts';
import { endTrial, releaseNumber } from '#shared/engine/phone-number/release.ts';
import { defineMessageWorker } from '#shared/runtime/define/worker.ts';
import { getNumber } from '#shared/store/phone-numbers.ts';

export const reconcileNumber = defineMessageWorker({
  summary: 'End a trial; finish a half-done release; undo an unfinished purchase',
  queue: 'number',
  batchSize: 5,
  maxConcurrency: 5,
  timeoutSeconds: 30,
  uses: ['table:write', 'telephony'],
  async handle({ number_id }, ports) {
    const number = await getNumber(ports.table, number_id);
    if (!number) return;
    const task = reconciliationOf(number, ports.clock());
    if (task === 'end_trial') await endTrial(ports, number);
    if (task === 'release') await releaseNumber(ports, number);
    if (task === 'drop') await dropPurchase(ports, number);
  },
});
