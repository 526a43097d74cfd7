import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createApiKey } from '#functions/settings/create-api-key.ts';
import { newId } from '#shared/domain/ids.ts';
import { revokeKey } from '#shared/engine/account/revoke-key.ts';
import { oncePerKey } from '#shared/runtime/http/idempotency.ts';
import { closeRing } from '#shared/store/access/key-ring.ts';
import type { ApiKeyRecord } from '#shared/store/access/tokens.ts';
import { keys } from '#shared/store/keys.ts';
import { newAccount } from '#test/harness/given/account.ts';
import { createKey, createRevokedKey, firstKey, type TestKey } from '#test/harness/given/api-keys.ts';
import { callerOf } from '#test/harness/given/caller.ts';
import { statusesOf, statusOf } from '#test/harness/refusals.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { tableBeforeWrite } from '#test/harness/stack/table-before-write.ts';

const PAIRS = 12;
const PEERS = 6;

const newKeys = async (count: number): Promise<TestKey[]> => {
  const account = await newAccount();
  const further = await Promise.all(Array.from({ length: count - 1 }, () => createKey(account)));
  return [await firstKey(account), ...further];
};

/** The keys that still open the account; the list must tell the same. */
const survivors = async (held: TestKey[]): Promise<string[]> => {
  const statuses = await Promise.all(held.map(({ api }) => statusOf(api.listApiKeys())));
  const alive = held.filter((_, at) => statuses[at] === 200);
  const ids = alive.map(({ id }) => id).sort();
  for (const { api } of alive) {
    const { api_keys } = await api.listApiKeys();
    const listed = api_keys.filter(({ revoked_at }) => revoked_at === null);
    expect(listed.map(({ id }) => id).sort()).toEqual(ids);
  }
  return ids;
};

const revoke = (by: TestKey, { id }: TestKey) => by.api.revokeApiKey({ apiKeyId: id });

test('of two keys that revoke each other at once, exactly one lives', async () => {
  const rounds = Array.from({ length: PAIRS }, async () => {
    const pair = await newKeys(2);
    const [one, other] = pair as [TestKey, TestKey];
    expect(await statusesOf([revoke(one, other), revoke(other, one)])).toEqual([200, 401]);
    expect(await survivors(pair)).toHaveLength(1);
  });
  await Promise.all(rounds);
});

test('of many keys that all revoke all others at once, exactly one lives', async () => {
  const peers = await newKeys(PEERS);
  const attempts = peers.flatMap((by) => peers.filter((key) => key !== by).map((key) => revoke(by, key)));
  const statuses = await statusesOf(attempts);
  expect(statuses.filter((status) => status === 200)).toHaveLength(PEERS - 1);
  for (const status of statuses) expect([200, 401, 409]).toContain(status);
  expect(await survivors(peers)).toHaveLength(1);
});

test('of many keys that all revoke themselves at once, exactly one lives', async () => {
  const peers = await newKeys(PEERS);
  expect(await statusesOf(peers.map((key) => revoke(key, key)))).toEqual([...Array(PEERS - 1).fill(200), 409]);
  expect(await survivors(peers)).toHaveLength(1);
});

test('a key that is asked for while a revocation has the account to itself is made a moment later', async () => {
  const { accountId, api, slug } = await newAccount();
  await testTable().write(closeRing(accountId, new Date()));
  expect(await statusOf(api.createApiKey({ accountSlug: slug, name: 'Patient' }))).toBe(200);
});

test('a key that ends one of its own keys just before all of them are revoked is revoked all the same', async () => {
  const account = await newAccount();
  const [own, leaked] = [await firstKey(account), await createKey(account)];
  const child = await createKey({ ...account, api: leaked.api });
  const record = await testTable().get<ApiKeyRecord>(keys.apiKey(leaked.id));
  const table = tableBeforeWrite(() => revoke(leaked, child));
  await revokeKey(table, record as ApiKeyRecord, 'revoke', callerOf(account.accountId, own.id), () => new Date());
  expect(await survivors([own, leaked, child])).toEqual([own.id]);
});

describe('a key that is revoked while its request is under way', () => {
  test('makes no key, and leaves its Idempotency-Key to a live one', async () => {
    const account = await newAccount();
    const { accountId, slug } = account;
    const [now, revoked, own] = [new Date(), await createRevokedKey(account), await firstKey(account)];
    const body = { accountSlug: slug, name: 'Late' };
    const sent = { method: 'POST', path: '/api/settings/api-keys', body: JSON.stringify(body), key: randomUUID() };
    const createUnder = (key: TestKey) =>
      oncePerKey(testTable(), { ...sent, accountId, now, showsSecret: true }, (commit) => {
        const input = { ...body, role: 'read' };
        const clock = () => now;
        const context = { input, caller: callerOf(accountId, key.id), clock, table: testTable(), commit };
        return createApiKey.handle({ ...context, newId: (prefix: 'key') => newId(prefix, now) } as never);
      });
    await expect(createUnder(revoked)).rejects.toMatchObject({ status: 401 });
    expect((await own.api.listApiKeys()).count).toBe(2);
    expect(await createUnder(own)).toMatchObject({ status: 200, body: { api_key: { name: 'Late' } } });
    expect((await own.api.listApiKeys()).count).toBe(3);
  });

  test('revokes no key', async () => {
    const account = await newAccount();
    const [revoked, own] = [await createRevokedKey(account), await firstKey(account)];
    const late = callerOf(account.accountId, revoked.id);
    const record = await testTable().get<ApiKeyRecord>(keys.apiKey(own.id));
    if (!record) throw new Error("The account's first key is not in the table.");
    await expect(revokeKey(testTable(), record, 'keep', late, () => new Date())).rejects.toMatchObject({ status: 401 });
    await own.api.listApiKeys();
  });
});
