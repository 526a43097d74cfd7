import * as z from 'zod';
import { pageOf } from '#shared/domain/page-size.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Company } from '#shared/schemas/company.ts';
import { listFields, listPage, textFilter } from '#shared/schemas/fields/paging.ts';
import { accountSlug, fieldsRule, id, success } from '#shared/schemas/fields/primitives.ts';
import { listCompanyRecords, withContactCounts } from '#shared/store/companies.ts';

export const listCompanies = defineEndpoint({
  method: 'GET',
  path: '/api/crm/companies',
  tag: 'Companies',
  summary: 'List companies, newest first',
  description: '`teamId` or `accountSlug` is required; the slug stands for the first team of the account.',
  role: 'read',
  query: z
    .object({
      teamId: id('team', 'team_01JNB4Q8Z6W2').optional(),
      accountSlug: accountSlug.optional(),
      search: textFilter('acme', 'Part of the name, in any case.'),
      industry: textFilter('logistics'),
      ...listPage,
    })
    .check(
      fieldsRule<{ teamId?: unknown; accountSlug?: unknown }>(
        'teamId',
        'is required unless accountSlug is given',
        ({ teamId, accountSlug: slug }) => teamId !== undefined || slug !== undefined,
      ),
    ),
  output: z.object({ success, companies: z.array(Company), ...listFields }),
  errors: [403, 404],
  loads: { team: 'teamId', account: 'accountSlug' },
  uses: ['table:read'],
  async handle({ input, team, account, table }) {
    const { offset } = input;
    const teamId = team?.team_id ?? account?.default_team_id ?? '';
    const { items, count } = await listCompanyRecords(table, teamId, input, { limit: input.limit, offset });
    const { rows: companies, limit } = pageOf(await withContactCounts(table, items), input.limit);
    return { success: true as const, companies, count, limit, offset };
  },
});
