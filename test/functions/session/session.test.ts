import { beforeEach, describe, expect, test } from '@jest/globals';
import { hashSecret } from '#shared/domain/account/session.ts';
import { hashToken } from '#shared/domain/api-token.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time.ts';
import { noteUse } from '#shared/store/access/last-use.ts';
import { findSession, newSession as makeSession, newSignInCode } from '#shared/store/access/sessions.ts';
import { callerOf } from '#shared/store/access/tokens.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { createExpiredKey, createKey, createRevokedKey, firstKey } from '#test/harness/given/api-keys.ts';
import {
  cookieName,
  forgetFailures,
  newSession,
  sessionWith,
  setCookieOf,
  signIn,
} from '#test/harness/given/sessions.ts';
import { statusOf } from '#test/harness/refusals.ts';
import { testTable } from '#test/harness/stack/table.ts';
import { tableContents } from '#test/harness/stack/table-contents.ts';

const SESSION = '/api/session';
const UNAUTHORIZED = [401, { error: 'Unauthorized' }];

let account: TestAccount;
beforeEach(async () => {
  await forgetFailures();
  account = await newAccount();
});

const newCode = async (token = account.token, now = new Date()): Promise<string> => {
  const { code, put } = newSignInCode(hashToken(token), now);
  await testTable().write(put);
  return code;
};

describe('signing in', () => {
  test('by a token: the session, its account and teams, and the cookie of a loopback address', async () => {
    const { status, body, headers } = await signIn({ token: account.token });
    const whole = await account.api.getAccount();
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        session: { expires_at: expect.any(String), role: 'full' },
        account: whole.account,
        teams: whole.teams,
      },
    ]);
    const { name, value, attributes } = setCookieOf(headers);
    expect([name, attributes]).toEqual([cookieName(), '; Path=/; HttpOnly; SameSite=Strict']);
    expect(value).toMatch(/^[\w-]{43}$/);
    const session = sessionWith(`${name}=${value}`);
    expect((await session.send('GET', SESSION)).body).toEqual(body);
  });

  test('by a one-time code, which is good for one exchange, however many come at once', async () => {
    const code = await newCode();
    const replies = await Promise.all(Array.from({ length: 8 }, () => signIn({ code })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(401)]);
    expect(replies.flatMap(({ headers }) => headers.getSetCookie())).toHaveLength(1);
    expect((await signIn({ code })).status).toBe(401);
  });

  test('not by a code that is ten minutes old', async () => {
    const now = Date.now();
    expect((await signIn({ code: await newCode(account.token, new Date(now - 10 * MINUTE_MS)) })).status).toBe(401);
    expect((await signIn({ code: await newCode(account.token, new Date(now - 9 * MINUTE_MS)) })).status).toBe(200);
  });

  test('not by a code whose key has ended', async () => {
    const key = await createKey(account);
    const code = await newCode(key.token);
    await account.api.revokeApiKey({ apiKeyId: key.id });
    expect((await signIn({ code })).status).toBe(401);
  });

  test('nothing of a session or a code is in the table but its hash', async () => {
    const { cookie } = await newSession(account);
    const secret = cookie.slice(cookie.indexOf('=') + 1);
    const code = await newCode();
    const items = await tableContents();
    for (const shown of [secret, code]) {
      expect(items.filter((item) => item.includes(shown))).toEqual([]);
      expect(items.filter((item) => item.includes(hashSecret(shown)))).toHaveLength(1);
    }
  });
});

describe('a session', () => {
  test('does what its key may, and no more', async () => {
    const [full, reader] = [await newSession(account), await newSession(await createKey(account, { role: 'read' }))];
    const company = { teamId: account.teamId, name: 'Acme' };
    expect((await full.send('POST', '/api/crm/companies', company)).status).toBe(200);
    expect((await reader.send('POST', '/api/crm/companies', company)).status).toBe(403);
    expect((await reader.send('GET', `/api/crm/companies?teamId=${account.teamId}`)).status).toBe(200);
    expect((await reader.send('GET', SESSION)).body).toMatchObject({ session: { role: 'read' } });
  });

  test('makes keys that descend from its own', async () => {
    const session = await newSession(account);
    const { body } = await session.send('POST', '/api/settings/api-keys', { accountSlug: account.slug, name: 'New' });
    const { id } = await firstKey(account);
    expect(body).toMatchObject({ api_key: { created_by_key_id: id } });
  });

  test('ends with its key, at once', async () => {
    const key = await createKey(account);
    const session = await newSession(key);
    expect((await session.send('GET', '/api/account')).status).toBe(200);
    await account.api.revokeApiKey({ apiKeyId: key.id });
    for (const path of ['/api/account', SESSION]) {
      const { status, body } = await session.send('GET', path);
      expect([status, body]).toEqual(UNAUTHORIZED);
    }
  });

  test('ends with the key that its own key came from, where descendants are revoked', async () => {
    const parent = await createKey(account);
    const session = await newSession(await createKey({ ...account, api: parent.api }));
    await account.api.revokeApiKey({ apiKeyId: parent.id, descendants: 'revoke' });
    expect((await session.send('GET', SESSION)).status).toBe(401);
  });

  test('ends when it is signed out, wherever its cookie was copied to; others of the key go on', async () => {
    const [session, other] = [await newSession(account), await newSession(account)];
    const { status, body, headers } = await session.send('DELETE', SESSION);
    expect([status, body]).toEqual([200, { success: true }]);
    expect(setCookieOf(headers)).toEqual({
      name: cookieName(),
      value: '',
      attributes: '; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    });
    for (const method of ['GET', 'DELETE']) expect((await session.send(method, SESSION)).status).toBe(401);
    expect((await other.send('GET', SESSION)).status).toBe(200);
    await account.api.getAccount();
  });

  test('counts as a use of its key', async () => {
    const key = await createKey(account);
    await newSession(key);
    const { api_keys } = await account.api.listApiKeys();
    expect(api_keys.find(({ id }) => id === key.id)?.last_used_at).toEqual(expect.any(String));
  });
});

describe('the life of a session', () => {
  const START = Date.parse('2026-03-02T12:00:00.000Z');

  /** A session that began at `START`, asked about at other times. */
  const sessionOf = async (token: string) => {
    const [table, tokenHash] = [testTable(), hashToken(token)];
    const now = new Date(START);
    const found = await callerOf(table, tokenHash, now);
    if (!found) throw new Error('The token opens nothing.');
    const { secret, put } = makeSession({ id: 'sess_1', tokenHash, caller: found.caller, now });
    await table.write(put);
    return async (afterMs: number) => {
      const at = await findSession(table, secret, new Date(START + afterMs));
      await Promise.all((at?.uses ?? []).map((use) => noteUse(table, use)));
      return at;
    };
  };

  test('is 12 hours from its last use', async () => {
    const useAt = await sessionOf(account.token);
    expect(await useAt(11 * HOUR_MS)).toBeDefined();
    expect(await useAt(22 * HOUR_MS)).toBeDefined();
    expect(await useAt(34 * HOUR_MS)).toBeUndefined();
    expect(await useAt(34 * HOUR_MS + 1)).toBeUndefined();
  });

  test('is 7 days at most, however much it is used', async () => {
    const useAt = await sessionOf(account.token);
    for (let after = 0; after < 7 * DAY_MS; after += 10 * HOUR_MS) expect(await useAt(after)).toBeDefined();
    expect(await useAt(7 * DAY_MS - 1)).toBeDefined();
    expect(await useAt(7 * DAY_MS)).toBeUndefined();
  });

  test('writes a use once a minute at most', async () => {
    const useAt = await sessionOf(account.token);
    const writes = async (afterMs: number) => (await useAt(afterMs))?.uses.length ?? 0;
    await useAt(MINUTE_MS);
    let written = 0;
    for (let after = MINUTE_MS; after < 6 * MINUTE_MS; after += 10_000) written += await writes(after);
    expect(written).toBe(4);
  });

  test('is not longer than its key’s', async () => {
    const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
    const key = await createKey(account, { expiresAt });
    const { body } = await signIn({ token: key.token });
    expect(body).toMatchObject({ session: { expires_at: expiresAt } });
  });
});

test('keys that have ended begin no session', async () => {
  for (const { token } of [await createRevokedKey(account), await createExpiredKey(account)]) {
    expect((await signIn({ token })).status).toBe(401);
  }
  expect(await statusOf(account.api.getAccount())).toBe(200);
});
