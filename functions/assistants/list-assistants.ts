import * as z from 'zod';
import { pageOf } from '#shared/domain/page-size.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Assistant } from '#shared/schemas/assistant.ts';
import { listFields, listPage } from '#shared/schemas/fields/paging.ts';
import { accountSlug, success } from '#shared/schemas/fields/primitives.ts';
import { listAssistantRecords } from '#shared/store/assistants.ts';

export const listAssistants = defineEndpoint({
  method: 'GET',
  path: '/api/assistants',
  tag: 'Assistants',
  summary: "List the account's assistants, newest first",
  role: 'read',
  query: z.object({ accountSlug: accountSlug.optional(), ...listPage }),
  output: z.object({ success, assistants: z.array(Assistant), ...listFields }),
  errors: [403, 404],
  loads: { account: 'accountSlug' },
  uses: ['table:read'],
  async handle({ input, caller, table }) {
    const { offset } = input;
    const { items, count } = await listAssistantRecords(table, caller.accountId, { limit: input.limit, offset });
    const { rows: assistants, limit } = pageOf(items, input.limit);
    return { success: true as const, assistants, count, limit, offset };
  },
});
