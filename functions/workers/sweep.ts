import { sweepAll } from '#shared/engine/sweep.ts';
import { defineTimedWorker } from '#shared/runtime/define/worker.ts';

export const sweep = defineTimedWorker({
  summary:
    'Repair what a crash left behind: active campaigns, overdue and due calls of no campaign, undelivered events, ' +
    'half-bought and half-released numbers, erasures under way; look for what has outlived its retention',
  everyMinutes: 1,
  timeoutSeconds: 60,
  reservedConcurrency: 2,
  uses: [
    'table:write',
    'lines',
    'campaignQueue:send',
    'webhookQueue:send',
    'endedCallQueue:send',
    'numberQueue:send',
    'erasureQueue:send',
    'retentionQueue:send',
    'dialQueue:send',
    'telephony',
  ],
  run: sweepAll,
});
