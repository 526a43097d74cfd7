import { sweepAll } from '#shared/engine/sweep.ts';
import { defineTimedWorker } from '#shared/runtime/define/worker.ts';

export const sweep = defineTimedWorker({
  summary:
    'Look after what a crash left behind: every active campaign, overdue calls that belong to none, events not ' +
    'delivered, numbers half bought or half released',
  everyMinutes: 1,
  timeoutSeconds: 60,
  uses: [
    'table:write',
    'campaignQueue:send',
    'webhookQueue:send',
    'endedCallQueue:send',
    'numberQueue:send',
    'telephony',
  ],
  run: sweepAll,
});
