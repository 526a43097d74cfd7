import * as z from 'zod';
import { pageOf } from '#shared/domain/page-size.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { listFields, listPage, textFilter } from '#shared/schemas/fields/paging.ts';
import { id, success } from '#shared/schemas/fields/primitives.ts';
import { Suppression } from '#shared/schemas/suppression.ts';
import { listSuppressions as list } from '#shared/store/line/suppressions.ts';

export const listSuppressions = defineEndpoint({
  method: 'GET',
  path: '/api/crm/suppressions',
  tag: 'Suppressions',
  summary: 'List the numbers that are never called, newest first',
  role: 'read',
  query: z.object({
    teamId: id('team', 'team_01JNB4Q8Z6W2'),
    search: textFilter('555 01', 'Digits of the number; what stands between them is ignored.'),
    ...listPage,
  }),
  output: z.object({ success, suppressions: z.array(Suppression), ...listFields }),
  errors: [403, 404],
  loads: { team: 'teamId' },
  uses: ['table:read'],
  async handle({ input, table }) {
    const { teamId, search, offset } = input;
    const { items, count } = await list(table, teamId, search, { limit: input.limit, offset });
    const { rows: suppressions, limit } = pageOf(items, input.limit);
    return { success: true as const, suppressions, count, limit, offset };
  },
});
