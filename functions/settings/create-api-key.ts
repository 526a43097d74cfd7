import * as z from 'zod';
import { newKeyEndProblem } from '#shared/domain/account/key-ring.ts';
import { createKey } from '#shared/engine/account/create-key.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { CreateApiKeyBody, CreatedApiKey } from '#shared/schemas/api-key.ts';
import { success } from '#shared/schemas/fields/primitives.ts';

export const createApiKey = defineEndpoint({
  method: 'POST',
  path: '/api/settings/api-keys',
  tag: 'Settings',
  summary: 'Create an API key and show its token, once',
  description:
    'The key acts for the same person as the key of this request, descends from it and does not outlive it. 409 when ' +
    'the account has 50 live keys. A repeated `Idempotency-Key` is a 409, because the token is not stored; if the ' +
    'response was lost, revoke the key and create another.',
  role: 'full',
  body: CreateApiKeyBody,
  bodyRules: { expiresAt: (at, now, { expiresAt }) => newKeyEndProblem(at, expiresAt, now) },
  output: z.object({ success, api_key: CreatedApiKey }),
  errors: [403, 404, 409],
  loads: { account: 'accountSlug' },
  uses: ['table:write'],
  showsSecret: true,
  handle: ({ input: { name, role, expiresAt }, caller, clock, newId, table, commit }) =>
    createKey(table, { id: newId('key'), name, role, expiresAt }, caller, clock, (operations, key, token) =>
      commit(operations, { success: true as const, api_key: { ...key, last_used_at: null, token } }),
    ),
});
