import { erasePerson as erase } from '#shared/engine/privacy/erase-person.ts';
import { defineMessageWorker } from '#shared/runtime/define/worker.ts';

export const erasePerson = defineMessageWorker({
  summary: 'Erase what is kept of a person: calls, words, recordings, events, here and at the carrier',
  queue: 'erasure',
  batchSize: 1,
  maxConcurrency: 5,
  timeoutSeconds: 60,
  uses: [
    'table:write',
    'lines',
    'campaignQueue:send',
    'erasureQueue:send',
    'erasureLog:write',
    'recordings:delete',
    'exports:delete',
    'telephony',
  ],
  handle: ({ erasure_id }, ports) => erase(ports, erasure_id),
});
