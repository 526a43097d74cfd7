import { addSuppressions } from '#shared/engine/do-not-call/add-suppressions.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { success } from '#shared/schemas/fields/primitives.ts';
import { BulkSuppressions, BulkSuppressionsBody } from '#shared/schemas/suppression.ts';

export const bulkAddSuppressions = defineEndpoint({
  method: 'POST',
  path: '/api/crm/suppressions/bulk',
  tag: 'Suppressions',
  summary: 'Never call up to 1,000 numbers again',
  description:
    'Each row succeeds or fails independently; its result says which. After the response no call to any of the ' +
    'numbers that succeeded starts.',
  role: 'operate',
  body: BulkSuppressionsBody,
  output: BulkSuppressions.extend({ success }),
  errors: [403, 404, 409],
  loads: { team: 'teamId' },
  uses: ['table:write', 'lines', 'campaignQueue:send'],
  handle: async ({ input, caller, ...ports }) => ({
    success: true as const,
    ...(await addSuppressions(ports, caller, input)),
  }),
});
