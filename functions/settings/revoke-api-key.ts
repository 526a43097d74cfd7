import * as z from 'zod';
import { revokeKey } from '#shared/engine/account/revoke-key.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { apiKeyId, descendants } from '#shared/schemas/api-key.ts';
import { success } from '#shared/schemas/fields/primitives.ts';

export const revokeApiKey = defineEndpoint({
  method: 'DELETE',
  path: '/api/settings/api-keys/{apiKeyId}',
  tag: 'Settings',
  summary: 'Revoke an API key, alone or with those that descend from it',
  description:
    'After the response its token gets a 401, and so do its sessions. 409 when the key is already revoked, or when no ' +
    'live key of the role `full` would be left. Keys that revoke each other at once leave one live.',
  role: 'full',
  params: z.object({ apiKeyId }),
  query: z.object({ descendants }),
  output: z.object({ success }),
  errors: [403, 404, 409],
  loads: { apiKey: 'apiKeyId' },
  uses: ['table:write'],
  async handle({ input, apiKey, caller, clock, table }) {
    await revokeKey(table, apiKey, input.descendants, caller, clock);
    return { success: true as const };
  },
});
