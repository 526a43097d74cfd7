import * as z from 'zod';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Company, CreateCompanyBody, companyFrom } from '#shared/schemas/company.ts';
import { success } from '#shared/schemas/fields/primitives.ts';
import { addCompany, toCompanyRecord } from '#shared/store/companies.ts';

export const createCompany = defineEndpoint({
  method: 'POST',
  path: '/api/crm/companies',
  tag: 'Companies',
  summary: 'Create a company',
  role: 'operate',
  body: CreateCompanyBody,
  output: z.object({ success, company: Company }),
  errors: [403, 404, 409],
  loads: { team: 'teamId' },
  uses: ['table:write'],
  async handle({ input, caller, now, newId, commit }) {
    const company = companyFrom(input, { id: newId('comp'), now });
    const operations = addCompany(toCompanyRecord(company, caller.accountId));
    return commit(operations, { success: true as const, company: { ...company, contact_count: 0 } });
  },
});
