import * as z from 'zod';
import { updateCompany as update } from '#shared/engine/crm/companies.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Company, companyChanges, UpdateCompanyBody } from '#shared/schemas/company.ts';
import { id, success } from '#shared/schemas/fields/primitives.ts';
import { withContactCount } from '#shared/store/companies.ts';

export const updateCompany = defineEndpoint({
  method: 'PATCH',
  path: '/api/crm/companies/{id}',
  tag: 'Companies',
  summary: 'Change a company; only the supplied fields change',
  role: 'operate',
  params: z.object({ id: id('company', 'comp_01JNB4Q8Z6W2') }),
  body: UpdateCompanyBody,
  output: z.object({ success, company: Company }),
  errors: [403, 404, 409],
  loads: { company: 'id' },
  uses: ['table:write'],
  async handle({ input, now, table }) {
    const { id: companyId, ...given } = input;
    const company = await update(table, companyId, companyChanges(given), now);
    return { success: true as const, company: await withContactCount(table, company) };
  },
});
