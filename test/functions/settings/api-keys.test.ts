import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { CallOptions } from '#shared/client/client.ts';
import type { Api } from '#test/harness/client.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { createExpiredKey, createKey, createRevokedKey, firstKey, type TestKey } from '#test/harness/given/api-keys.ts';
import { numberForSale } from '#test/harness/given/phones.ts';
import {
  expectRefused,
  FORBIDDEN,
  refusalOf,
  statusesOf,
  statusOf,
  UNAUTHORIZED,
  wrongFieldsOf,
} from '#test/harness/refusals.ts';

let account: TestAccount;
beforeEach(async () => {
  account = await newAccount();
});

const list = (parameters: Record<string, string | number> = {}, { api }: Pick<TestKey, 'api'> = account) =>
  api.listApiKeys(parameters);

const create = (fields: object, options?: CallOptions) =>
  account.api.createApiKey({ accountSlug: account.slug, name: 'Importer', ...fields }, options);

const revoke = (by: { api: Api }, { id }: { id: string }) => by.api.revokeApiKey({ apiKeyId: id });

const keyCount = async (): Promise<number> => (await list()).count;

describe('create', () => {
  test('answers the key with its token, which works at once', async () => {
    const body = await create({ name: '  Nightly import ' });
    const { id, token, created_at } = body.api_key;
    expect(body).toEqual({
      success: true,
      api_key: {
        id,
        token,
        name: 'Nightly import',
        role: 'full',
        last4: token.slice(-4),
        created_by_key_id: (await firstKey(account)).id,
        created_at,
        expires_at: null,
        last_used_at: null,
      },
    });
    expect([id, token]).toEqual([expect.stringMatching(/^key_/), expect.stringMatching(/^vac_[0-9A-Za-z]{40}$/)]);
  });

  test('the key belongs to the account and acts for the person of the key that made it', async () => {
    const { api } = await createKey(account);
    const phoneNumber = numberForSale();
    await api.purchasePhoneNumber({ teamId: account.teamId, phoneNumber });
    const { numbers } = await account.api.listPhoneNumbers({ teamId: account.teamId });
    expect(numbers).toMatchObject([{ created_by_email: 'olive@acme.example', created_by_name: 'Olive Owner' }]);
  });

  test('with an end in the future, which is answered in UTC', async () => {
    const body = await create({ expiresAt: '2099-01-01T00:00:00+02:00' });
    expect(body.api_key.expires_at).toBe('2098-12-31T22:00:00.000Z');
    expect((await create({ expiresAt: null })).api_key.expires_at).toBeNull();
  });

  test.each([
    [{ name: undefined }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ role: 'admin' }, 'role'],
    [{ role: null }, 'role'],
    [{ accountSlug: undefined }, 'accountSlug'],
    [{ expiresAt: '2099-01-01' }, 'expiresAt'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ expiresAt: new Date().toISOString() }, 'expiresAt'],
  ])('400: %j', async (fields, path) => {
    expect(await wrongFieldsOf(create(fields))).toEqual([path]);
    expect(await keyCount()).toBe(1);
  });

  test('403 for the slug of another account, 404 for one that does not exist; 400 goes before both', async () => {
    const other = await newAccount();
    for (const accountSlug of [other.slug, 'no-such-account']) {
      expect(await statusOf(create({ accountSlug, expiresAt: '2020-01-01T00:00:00Z' }))).toBe(400);
    }
    expect(await statusOf(create({ accountSlug: other.slug }))).toBe(403);
    expect(await statusOf(create({ accountSlug: 'no-such-account' }))).toBe(404);
    expect([await keyCount(), (await list({}, other)).count]).toEqual([1, 1]);
  });
});

describe('create under an Idempotency-Key', () => {
  test('repeated, creates one key and tells that its secret is not shown again', async () => {
    const key = { idempotencyKey: randomUUID() };
    await create({}, key);
    for (const words of Array(2).fill('its response showed a secret and is not kept')) {
      await expectRefused(create({}, key), 409, words);
    }
    await expectRefused(create({ name: 'Other' }, key), 409, 'another body');
    expect(await keyCount()).toBe(2);
  });

  test('many at once create one key, and one of them shows its token', async () => {
    const key = { idempotencyKey: randomUUID() };
    expect(await statusesOf(Array.from({ length: 6 }, () => create({}, key)))).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await keyCount()).toBe(2);
  });

  test('a refusal showed no secret and is answered again as it was', async () => {
    const key = { idempotencyKey: randomUUID() };
    const past = { expiresAt: '2020-01-01T00:00:00Z' };
    const first = await refusalOf(create(past, key));
    expect(first.status).toBe(400);
    expect(await refusalOf(create(past, key))).toEqual(first);
  });
});

describe('list', () => {
  test('every key, newest first, with revoked and expired ones', async () => {
    const first = await firstKey(account);
    const second = await createKey(account, { name: 'Second' });
    const revoked = await createRevokedKey(account);
    const expired = await createExpiredKey(account);
    const body = await list({ accountSlug: account.slug }, second);
    expect(body).toMatchObject({ success: true, count: 4, limit: 50, offset: 0 });
    expect(body.api_keys).toMatchObject([
      { id: expired.id, name: 'Expired key', expires_at: expect.any(String), revoked_at: null, is_current: false },
      { id: revoked.id, name: 'Revoked key', expires_at: null, revoked_at: expect.any(String), is_current: false },
      { id: second.id, name: 'Second', expires_at: null, revoked_at: null, is_current: true },
      { id: first.id, name: 'First key', expires_at: null, revoked_at: null, is_current: false },
    ]);
    expect((await list()).api_keys.map(({ is_current }) => is_current)).toEqual([false, false, false, true]);
  });

  test('pages are cut from all, and the limit is lowered to 200', async () => {
    const [first, second] = [await firstKey(account), await createKey(account)];
    const body = await list({ limit: 1, offset: 1 });
    expect([body.api_keys.map(({ id }) => id), body.count, body.limit, body.offset]).toEqual([[first.id], 2, 1, 1]);
    expect((await list({ limit: 1 })).api_keys.map(({ id }) => id)).toEqual([second.id]);
    expect((await list({ limit: 1000 })).limit).toBe(200);
  });

  test('403 for the slug of another account, 404 for one that does not exist', async () => {
    const other = await newAccount();
    expect(await statusOf(list({ accountSlug: other.slug }))).toBe(403);
    expect(await statusOf(list({ accountSlug: 'no-such-account' }))).toBe(404);
  });
});

describe('revoke', () => {
  test('another key: the very next request under it is a 401', async () => {
    const key = await createKey(account);
    await list({}, key);
    expect(await revoke(account, key)).toEqual({ success: true });
    expect(await refusalOf(list({}, key))).toEqual(UNAUTHORIZED);
  });

  test('409 for a key that is revoked already; the time of its revocation stays', async () => {
    const key = await createRevokedKey(account);
    const before = await list();
    await expectRefused(revoke(account, key), 409, 'revoked already');
    expect(await list()).toEqual(before);
  });

  test('the key of the request itself, while another one lives', async () => {
    const other = await createKey(account);
    await revoke(account, await firstKey(account));
    expect(await statusOf(list())).toBe(401);
    await list({}, other);
  });

  test('409 for the last key; revoked and expired ones do not count, and it goes on working', async () => {
    await createRevokedKey(account);
    const expired = await createExpiredKey(account);
    const own = await firstKey(account);
    await expectRefused(revoke(account, own), 409, 'last live API key');
    await revoke(account, expired);
    expect((await list()).api_keys.filter(({ revoked_at }) => revoked_at === null)).toHaveLength(1);
  });

  test('403 for a key of another account, 404 for one that does not exist', async () => {
    const other = await newAccount();
    expect(await refusalOf(revoke(account, await firstKey(other)))).toEqual(FORBIDDEN);
    await list({}, other);
    expect(await statusOf(revoke(account, { id: 'key_unknown' }))).toBe(404);
  });
});
