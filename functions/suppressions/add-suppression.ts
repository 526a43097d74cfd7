import * as z from 'zod';
import { addSuppression as add } from '#shared/engine/do-not-call/add-suppressions.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { success } from '#shared/schemas/fields/primitives.ts';
import { AddSuppressionBody, Suppression } from '#shared/schemas/suppression.ts';

export const addSuppression = defineEndpoint({
  method: 'POST',
  path: '/api/crm/suppressions',
  tag: 'Suppressions',
  summary: 'Never call a number again',
  description:
    'After the response no call to the number starts, whichever contacts have it, and they are `skipped` in their ' +
    'campaigns. A number that is suppressed already is answered as it is.',
  role: 'operate',
  body: AddSuppressionBody,
  output: z.object({ success, suppression: Suppression }),
  errors: [403, 404, 409],
  loads: { team: 'teamId' },
  uses: ['table:write', 'lines', 'campaignQueue:send'],
  handle: ({ input, caller, commit, ...ports }) =>
    add(ports, caller, input, (operations, suppression) => commit(operations, { success: true as const, suppression })),
});
