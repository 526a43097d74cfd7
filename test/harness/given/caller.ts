import type { Caller } from '#shared/store/access/tokens.ts';

/** Whoever calls a verb of the engine directly, under a full key of the account. */
export const callerOf = (accountId: string, keyId = 'key_of_a_test'): Caller => ({
  accountId,
  keyId,
  email: 'olive@acme.example',
  name: 'Olive Owner',
  role: 'full',
  expiresAt: null,
  actor: { type: 'api_key', id: keyId, name: 'Key of a test' },
});
