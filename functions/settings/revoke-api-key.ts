import * as z from 'zod';
import { revokeKey } from '#shared/engine/account/revoke-key.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { apiKeyId } from '#shared/schemas/api-key.ts';
import { success } from '#shared/schemas/primitives.ts';

export const revokeApiKey = defineEndpoint({
  method: 'DELETE',
  path: '/api/settings/api-keys/{apiKeyId}',
  tag: 'Settings',
  summary: 'Revoke an API key',
  description:
    'After the response its token gets a 401. 409 when the key is already revoked, or when it is the key of this ' +
    'request and no other key of the account is live. Keys that revoke each other at once leave one live.',
  params: z.object({ apiKeyId }),
  output: z.object({ success }),
  errors: [403, 404, 409],
  loads: { apiKey: 'apiKeyId' },
  uses: ['table:write'],
  async handle({ apiKey, caller, now, table }) {
    await revokeKey(table, apiKey, caller, now);
    return { success: true as const };
  },
});
