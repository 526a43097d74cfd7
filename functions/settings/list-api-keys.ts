import * as z from 'zod';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { ApiKey } from '#shared/schemas/api-key.ts';
import { listFields, listPage } from '#shared/schemas/fields/paging.ts';
import { accountSlug, success } from '#shared/schemas/fields/primitives.ts';
import { listApiKeyRecords } from '#shared/store/access/tokens.ts';

export const listApiKeys = defineEndpoint({
  method: 'GET',
  path: '/api/settings/api-keys',
  tag: 'Settings',
  summary: "List the account's API keys, newest first",
  description: 'Revoked and expired keys are listed too. A token is never shown again.',
  role: 'read',
  query: z.object({ accountSlug: accountSlug.optional(), ...listPage }),
  output: z.object({ success, api_keys: z.array(ApiKey), ...listFields }),
  errors: [403, 404],
  loads: { account: 'accountSlug' },
  uses: ['table:read'],
  async handle({ input, caller, table }) {
    const { limit, offset } = input;
    const { items, count } = await listApiKeyRecords(table, caller.accountId, { limit, offset });
    const api_keys = items.map((key) => ({ ...key, is_current: key.id === caller.keyId }));
    return { success: true as const, api_keys, count, limit, offset };
  },
});
