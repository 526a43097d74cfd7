import type { InputOf } from '#shared/client/client.ts';
import { newId } from '#shared/domain/ids.ts';
import { newApiKey } from '#shared/store/access/tokens.ts';
import { type Api, apiClient } from '#test/harness/client.ts';
import { testTable } from '#test/harness/stack/table.ts';
import type { TestAccount } from './account.ts';

/** A key of an account, and requests under it. */
export interface TestKey {
  id: string;
  token: string;
  api: Api;
}

/** The account's first key. */
export const firstKey = async ({ api, token }: TestAccount): Promise<TestKey> => {
  const { api_keys } = await api.listApiKeys();
  return { id: api_keys.find(({ is_current }) => is_current)?.id ?? '', token, api };
};

export const createKey = async (
  { api, slug }: TestAccount,
  fields: Partial<InputOf<'createApiKey'>> = {},
): Promise<TestKey> => {
  const { id, token } = (await api.createApiKey({ accountSlug: slug, name: 'Another key', ...fields })).api_key;
  return { id, token, api: apiClient(token) };
};

export const createRevokedKey = async (account: TestAccount): Promise<TestKey> => {
  const key = await createKey(account, { name: 'Revoked key' });
  await account.api.revokeApiKey({ apiKeyId: key.id });
  return key;
};

/** Writes the key past the endpoint, which refuses a time in the past. */
export const createExpiredKey = async ({ accountId: account_id }: TestAccount): Promise<TestKey> => {
  const [now, person] = [new Date(), { name: 'Olive Owner', email: 'olive@acme.example' }];
  const id = newId('key', now);
  const expires_at = new Date(now.getTime() - 1).toISOString();
  const given = { id, account_id, name: 'Expired key', role: 'full' as const, created_by_key_id: null };
  const { token, writes } = newApiKey({ ...given, person, expires_at, now });
  await testTable().transact(writes);
  return { id, token, api: apiClient(token) };
};
