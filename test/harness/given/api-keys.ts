import { newId } from '#shared/domain/ids.ts';
import { newApiKey } from '#shared/store/tokens.ts';
import { type Api, apiClient, type Reply } from '#test/harness/client.ts';
import type { TestAccount } from './account.ts';
import '#test/harness/newer-replies.ts';
import { testTable } from '#test/harness/stack/table.ts';

export const API_KEYS = '/api/settings/api-keys';

/** A key of an account, and requests under it. */
export interface TestKey {
  id: string;
  token: string;
  api: Api;
}

export const revoke = (by: { api: Api }, { id }: { id: string }): Promise<Reply> =>
  by.api.send('DELETE', `${API_KEYS}/${id}`, undefined);

/** The key that the account was made with. */
export const firstKey = async ({ api, token }: TestAccount): Promise<TestKey> => {
  const { api_keys } = (await api.get(API_KEYS)).body;
  return { id: api_keys.find(({ is_current }) => is_current)?.id ?? '', token, api };
};

export const createKey = async ({ api, slug }: TestAccount, fields: object = {}): Promise<TestKey> => {
  const { status, body } = await api.post(API_KEYS, { accountSlug: slug, name: 'Another key', ...fields });
  if (status !== 200) throw new Error(`A test's key was refused: ${status} ${JSON.stringify(body)}`);
  const { id, token } = body.api_key;
  return { id, token, api: apiClient(token) };
};

export const createRevokedKey = async (account: TestAccount): Promise<TestKey> => {
  const key = await createKey(account, { name: 'Revoked key' });
  const { status } = await revoke(account, key);
  if (status !== 200) throw new Error(`A test's key could not be revoked: ${status}`);
  return key;
};

/** Written past the endpoint, which takes no time in the past. */
export const createExpiredKey = async ({ accountId: account_id }: TestAccount): Promise<TestKey> => {
  const [now, person] = [new Date(), { name: 'Olive Owner', email: 'olive@acme.example' }];
  const id = newId('key', now);
  const expires_at = new Date(now.getTime() - 1).toISOString();
  const { token, writes } = newApiKey({ id, account_id, name: 'Expired key', person, expires_at, now });
  await testTable().transact(writes);
  return { id, token, api: apiClient(token) };
};
