import * as z from 'zod';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Company } from '#shared/schemas/company.ts';
import { id, success } from '#shared/schemas/fields/primitives.ts';
import { withContactCount } from '#shared/store/companies.ts';

export const getCompany = defineEndpoint({
  method: 'GET',
  path: '/api/crm/companies/{id}',
  tag: 'Companies',
  summary: 'Read a company',
  role: 'read',
  params: z.object({ id: id('company', 'comp_01JNB4Q8Z6W2') }),
  output: z.object({ success, company: Company }),
  errors: [403, 404],
  loads: { company: 'id' },
  uses: ['table:read'],
  handle: async ({ company, table }) => ({ success: true as const, company: await withContactCount(table, company) }),
});
