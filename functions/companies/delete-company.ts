import * as z from 'zod';
import { removeCompany } from '#shared/engine/crm/companies.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { id, success } from '#shared/schemas/fields/primitives.ts';

export const deleteCompany = defineEndpoint({
  method: 'DELETE',
  path: '/api/crm/companies/{id}',
  tag: 'Companies',
  summary: 'Delete a company softly; refused while it has contacts',
  role: 'operate',
  params: z.object({ id: id('company', 'comp_01JNB4Q8Z6W2') }),
  output: z.object({ success }),
  errors: [403, 404, 409],
  loads: { company: 'id' },
  uses: ['table:write'],
  async handle({ input, now, table }) {
    await removeCompany(table, input.id, now);
    return { success: true as const };
  },
});
