import { advanceCampaign as advance } from '#shared/engine/campaign/advance.ts';
import { defineGroupWorker } from '#shared/runtime/define/worker.ts';

export const advanceCampaign = defineGroupWorker({
  summary: 'Advance a campaign by one step: settle calls, fill free slots, finish, set the next wake-up',
  queue: 'campaign',
  batchSize: 10,
  maxConcurrency: 50,
  reservedConcurrency: 50,
  timeoutSeconds: 10,
  mayBeOvertaken: true,
  uses: [
    'table:write',
    'lines',
    'dialQueue:send',
    'campaignQueue:send',
    'webhookQueue:send',
    'endedCallQueue:send',
    'schedules:write',
    'telephony',
    'transcription',
    'portionLimits',
    'dialLimits',
  ],
  handleGroup: (messages, ports) => advance(ports, messages),
});
