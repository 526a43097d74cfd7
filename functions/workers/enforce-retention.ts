import { enforceRetention as enforce } from '#shared/engine/privacy/enforce-retention.ts';
import { defineMessageWorker } from '#shared/runtime/define/worker.ts';

export const enforceRetention = defineMessageWorker({
  summary: 'End transcripts and recordings that have outlived their retention, here and at the carrier',
  queue: 'retention',
  batchSize: 1,
  maxConcurrency: 5,
  timeoutSeconds: 60,
  uses: ['table:write', 'retentionQueue:send', 'retentionBounds', 'recordings:delete', 'telephony'],
  handle: ({ team_id }, ports) => enforce(ports, team_id),
});
