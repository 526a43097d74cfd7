import * as z from 'zod';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { CreateApiKeyBody, CreatedApiKey } from '#shared/schemas/api-key.ts';
import { success } from '#shared/schemas/primitives.ts';
import { newApiKey, whileCallerLives } from '#shared/store/tokens.ts';

export const createApiKey = defineEndpoint({
  method: 'POST',
  path: '/api/settings/api-keys',
  tag: 'Settings',
  summary: 'Create an API key and show its token, once',
  description:
    'The key acts for the same person as the key of this request. A repeated `Idempotency-Key` is a 409, because ' +
    'the token is not stored; if the response was lost, revoke the key and create another.',
  body: CreateApiKeyBody,
  bodyRules: { expiresAt: (at, now) => (at && at <= now.toISOString() ? 'must be in the future' : null) },
  output: z.object({ success, api_key: CreatedApiKey }),
  errors: [403, 404, 409],
  loads: { account: 'accountSlug' },
  uses: ['table:write'],
  showsSecret: true,
  async handle({ input, account, caller, now, newId, commit }) {
    const { token, key, writes } = newApiKey({
      id: newId('key'),
      account_id: account.account_id,
      name: input.name,
      person: { email: caller.email, name: caller.name },
      expires_at: input.expiresAt ?? null,
      now,
    });
    return commit([whileCallerLives(caller, now), ...writes], { success: true as const, api_key: { ...key, token } });
  },
});
