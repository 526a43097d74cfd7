import * as z from 'zod';
import { removeSuppression as remove } from '#shared/engine/do-not-call/remove-suppression.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { id, phone, success } from '#shared/schemas/fields/primitives.ts';

export const removeSuppression = defineEndpoint({
  method: 'DELETE',
  path: '/api/crm/suppressions/{phone}',
  tag: 'Suppressions',
  summary: 'Let a number be called again',
  description:
    'The number stands in the path as `%2B14155550100`. 409 with `contact_ids` while a contact with it has ' +
    '`do_not_call`. Contacts that were skipped stay skipped; a redial takes them.',
  role: 'full',
  params: z.object({ phone }),
  query: z.object({ teamId: id('team', 'team_01JNB4Q8Z6W2') }),
  output: z.object({ success }),
  errors: [403, 404, 409],
  loads: { team: 'teamId' },
  uses: ['table:write', 'lines'],
  async handle({ input, caller, table, now }) {
    await remove(table, caller, input, now);
    return { success: true as const };
  },
});
