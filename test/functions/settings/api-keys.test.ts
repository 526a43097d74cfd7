import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { query, type Reply } from '#test/harness/client.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import {
  API_KEYS,
  createExpiredKey,
  createKey,
  createRevokedKey,
  firstKey,
  revoke,
  type TestKey,
} from '#test/harness/given/api-keys.ts';
import { numberForSale } from '#test/harness/given/phones.ts';
import { refusalOf } from '#test/harness/newer-replies.ts';

const UNAUTHORIZED = { error: 'Unauthorized' };

let account: TestAccount;
beforeEach(async () => {
  account = await newAccount();
});

const list = (parameters: Record<string, string | number> = {}, { api }: Pick<TestKey, 'api'> = account) =>
  api.get(`${API_KEYS}${query(parameters)}`);

const create = (fields: Record<string, unknown>, headers: Record<string, string> = {}): Promise<Reply> =>
  account.api.post(API_KEYS, { accountSlug: account.slug, name: 'Importer', ...fields }, headers);

const keyCount = async (): Promise<number> => (await list()).body.count;

describe('create', () => {
  test('answers the key with its token, which works at once', async () => {
    const { status, body } = await create({ name: '  Nightly import ' });
    const { id, token, created_at } = body.api_key;
    expect([status, body]).toEqual([
      200,
      { success: true, api_key: { id, token, name: 'Nightly import', created_at, expires_at: null } },
    ]);
    expect([id, token]).toEqual([expect.stringMatching(/^key_/), expect.stringMatching(/^vac_[0-9A-Za-z]{40}$/)]);
  });

  test('the key belongs to the account and acts for the person of the key that made it', async () => {
    const { api } = await createKey(account);
    const phoneNumber = numberForSale();
    await api.post('/api/phone-numbers/purchase', { teamId: account.teamId, phoneNumber });
    const { numbers } = (await account.api.get(`/api/phone-numbers/purchase?teamId=${account.teamId}`)).body;
    expect(numbers).toMatchObject([{ created_by_email: 'olive@acme.example', created_by_name: 'Olive Owner' }]);
  });

  test('with an end in the future, which is answered in UTC', async () => {
    const { status, body } = await create({ expiresAt: '2099-01-01T00:00:00+02:00' });
    expect([status, body.api_key.expires_at]).toEqual([200, '2098-12-31T22:00:00.000Z']);
    expect((await create({ expiresAt: null })).body.api_key.expires_at).toBeNull();
  });

  test.each([
    [{ name: undefined }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ accountSlug: undefined }, 'accountSlug'],
    [{ expiresAt: '2099-01-01' }, 'expiresAt'],
    [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    [{ expiresAt: new Date().toISOString() }, 'expiresAt'],
  ])('400: %j', async (fields, path) => {
    const { status, body } = await create(fields);
    expect([status, body.issues.map((issue) => issue.path)]).toEqual([400, [path]]);
    expect(await keyCount()).toBe(1);
  });

  test('403 for the slug of another account, 404 for one that does not exist; 400 goes before both', async () => {
    const other = await newAccount();
    for (const accountSlug of [other.slug, 'no-such-account']) {
      expect((await create({ accountSlug, expiresAt: '2020-01-01T00:00:00Z' })).status).toBe(400);
    }
    expect((await create({ accountSlug: other.slug })).status).toBe(403);
    expect((await create({ accountSlug: 'no-such-account' })).status).toBe(404);
    expect([await keyCount(), (await list({}, other)).body.count]).toEqual([1, 1]);
  });
});

describe('create under an Idempotency-Key', () => {
  test('repeated, creates one key and tells that its secret is not shown again', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    expect((await create({}, headers)).status).toBe(200);
    const shown = [409, expect.stringContaining('its response showed a secret and is not kept')];
    expect(refusalOf(await create({}, headers))).toEqual(shown);
    expect(refusalOf(await create({}, headers))).toEqual(shown);
    expect(refusalOf(await create({ name: 'Other' }, headers))).toEqual([409, expect.stringContaining('another body')]);
    expect(await keyCount()).toBe(2);
  });

  test('many at once create one key, and one of them shows its token', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const replies = await Promise.all(Array.from({ length: 6 }, () => create({}, headers)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await keyCount()).toBe(2);
  });

  test('a refusal showed no secret and is answered again as it was', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const past = { expiresAt: '2020-01-01T00:00:00Z' };
    const [first, second] = [await create(past, headers), await create(past, headers)];
    expect([first.status, second.status, second.body]).toEqual([400, 400, first.body]);
  });
});

describe('list', () => {
  test('every key, newest first, with revoked and expired ones', async () => {
    const first = await firstKey(account);
    const second = await createKey(account, { name: 'Second' });
    const revoked = await createRevokedKey(account);
    const expired = await createExpiredKey(account);
    const { body } = await list({ accountSlug: account.slug }, second);
    expect(body).toMatchObject({ success: true, count: 4, limit: 50, offset: 0 });
    expect(body.api_keys).toMatchObject([
      { id: expired.id, name: 'Expired key', expires_at: expect.any(String), revoked_at: null, is_current: false },
      { id: revoked.id, name: 'Revoked key', expires_at: null, revoked_at: expect.any(String), is_current: false },
      { id: second.id, name: 'Second', expires_at: null, revoked_at: null, is_current: true },
      { id: first.id, name: 'First key', expires_at: null, revoked_at: null, is_current: false },
    ]);
    expect((await list()).body.api_keys.map(({ is_current }) => is_current)).toEqual([false, false, false, true]);
  });

  test('pages are cut from all, and the limit is lowered to 200', async () => {
    const [first, second] = [await firstKey(account), await createKey(account)];
    const { body } = await list({ limit: 1, offset: 1 });
    expect([body.api_keys.map(({ id }) => id), body.count, body.limit, body.offset]).toEqual([[first.id], 2, 1, 1]);
    expect((await list({ limit: 1 })).body.api_keys.map(({ id }) => id)).toEqual([second.id]);
    expect((await list({ limit: 1000 })).body.limit).toBe(200);
  });

  test('403 for the slug of another account, 404 for one that does not exist', async () => {
    const other = await newAccount();
    expect((await list({ accountSlug: other.slug })).status).toBe(403);
    expect((await list({ accountSlug: 'no-such-account' })).status).toBe(404);
  });
});

describe('revoke', () => {
  test('another key: the very next request under it is a 401', async () => {
    const key = await createKey(account);
    expect((await list({}, key)).status).toBe(200);
    const { status, body } = await revoke(account, key);
    expect([status, body]).toEqual([200, { success: true }]);
    const next = await list({}, key);
    expect([next.status, next.body]).toEqual([401, UNAUTHORIZED]);
  });

  test('409 for a key that is revoked already; the time of its revocation stays', async () => {
    const key = await createRevokedKey(account);
    const before = (await list()).body;
    expect(refusalOf(await revoke(account, key))).toEqual([409, expect.stringContaining('revoked already')]);
    expect((await list()).body).toEqual(before);
  });

  test('the key of the request itself, while another one lives', async () => {
    const other = await createKey(account);
    expect((await revoke(account, await firstKey(account))).status).toBe(200);
    expect([(await list()).status, (await list({}, other)).status]).toEqual([401, 200]);
  });

  test('409 for the last key; revoked and expired ones do not count, and it goes on working', async () => {
    await createRevokedKey(account);
    const expired = await createExpiredKey(account);
    const own = await firstKey(account);
    expect(refusalOf(await revoke(account, own))).toEqual([409, expect.stringContaining('last live API key')]);
    expect((await revoke(account, expired)).status).toBe(200);
    expect((await list()).body.api_keys.filter(({ revoked_at }) => revoked_at === null)).toHaveLength(1);
  });

  test('403 for a key of another account, 404 for one that does not exist', async () => {
    const other = await newAccount();
    const { status, body } = await revoke(account, await firstKey(other));
    expect([status, body]).toEqual([403, { error: 'Forbidden' }]);
    expect((await list({}, other)).status).toBe(200);
    expect((await revoke(account, { id: 'key_unknown' })).status).toBe(404);
  });
});
