import * as z from 'zod';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Company, CreateCompanyBody } from '#shared/schemas/company.ts';
import { success } from '#shared/schemas/primitives.ts';
import { addCompany, toCompanyRecord } from '#shared/store/companies.ts';

export const createCompany = defineEndpoint({
  method: 'POST',
  path: '/api/crm/companies',
  tag: 'Companies',
  summary: 'Create a company',
  body: CreateCompanyBody,
  output: z.object({ success, company: Company }),
  errors: [403, 404, 409],
  loads: { team: 'teamId' },
  uses: ['table:write'],
  async handle({ input, caller, now, newId, commit }) {
    const at = now.toISOString();
    const company = {
      id: newId('comp'),
      team_id: input.teamId,
      name: input.name,
      website: input.website ?? null,
      industry: input.industry ?? null,
      company_size: input.companySize ?? null,
      phone: input.phone ?? null,
      address_line1: input.addressLine1 ?? null,
      address_line2: input.addressLine2 ?? null,
      city: input.city ?? null,
      state: input.state ?? null,
      postal_code: input.postalCode ?? null,
      country: input.country ?? null,
      notes: input.notes ?? null,
      custom_fields: input.customFields ?? {},
      created_at: at,
      updated_at: at,
    };
    const operations = addCompany(toCompanyRecord(company, caller.accountId));
    return commit(operations, { success: true as const, company: { ...company, contact_count: 0 } });
  },
});
