import { beforeEach, describe, expect, test } from '@jest/globals';
import { hashSecret } from '#shared/domain/account/session.ts';
import { hashToken } from '#shared/domain/api-token.ts';
import { newSignInCode } from '#shared/store/access/sessions.ts';
import { type Activity, actionsDuring, activityOf } from '#test/harness/activity.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { createKey, firstKey, type TestKey } from '#test/harness/given/api-keys.ts';
import { forgetFailures, newSession, OWN_PAGE, signIn } from '#test/harness/given/sessions.ts';
import { statusesOf, statusOf } from '#test/harness/refusals.ts';
import { testTable } from '#test/harness/stack/table.ts';

const SESSION = '/api/session';
const KEYS = '/api/settings/api-keys';
const AT_ONCE = 12;

let account: TestAccount;
beforeEach(async () => {
  await forgetFailures();
  account = await newAccount();
});

const newest = async (action: Activity['action']): Promise<Activity | undefined> =>
  (await activityOf(account, { action }))[0];

const newCode = async (): Promise<string> => {
  const { code, put } = newSignInCode(hashToken(account.token), new Date());
  await testTable().write(put);
  return code;
};

const childOf = ({ api }: Pick<TestKey, 'api'>): Promise<TestKey> => createKey({ ...account, api });

const secretIn = (cookie: string): string => cookie.slice(cookie.indexOf('=') + 1);

describe('a session', () => {
  test('is noted when it begins and when it ends, as what did both, under the name of its key', async () => {
    const key = await createKey(account, { name: 'Laptop of the office' });
    const noted = await actionsDuring(account, async () => {
      await (await newSession(key)).send('DELETE', SESSION);
    });
    expect(noted).toEqual(['session.started', 'session.ended']);
    const [started, ended] = [await newest('session.started'), await newest('session.ended')];
    const id = started?.resource_id ?? '';
    const actor = { type: 'session', id, name: 'Laptop of the office' };
    expect(id).toMatch(/^sess_/);
    expect(started).toMatchObject({ actor, resource: 'session', summary: 'Signed in.' });
    expect(ended).toMatchObject({ actor, resource: 'session', resource_id: id, summary: 'Signed out.' });
  });

  test('is who did what was asked for by its cookie, and its key is not', async () => {
    const session = await newSession(account);
    const id = (await newest('session.started'))?.resource_id;
    const body = { accountSlug: account.slug, name: 'By a person' };
    const made = await session.send('POST', KEYS, body);
    const { id: keyId } = (made.body as { api_key: { id: string } }).api_key;
    expect((await session.send('POST', '/api/account/stop-calls', {})).status).toBe(200);
    expect((await session.send('DELETE', `${KEYS}/${keyId}`)).status).toBe(200);
    const actor = { type: 'session', id, name: 'First key' };
    expect((await activityOf(account)).slice(0, 3)).toMatchObject([
      { action: 'api_key.revoked', resource_id: keyId, actor },
      { action: 'calls.stopped', actor },
      { action: 'api_key.created', resource_id: keyId, actor },
    ]);
    await account.api.resumeCalls({});
    expect((await newest('calls.resumed'))?.actor.type).toBe('api_key');
  });

  test('of a code is noted once, however many exchange the code at once', async () => {
    const code = await newCode();
    const noted = await actionsDuring(account, () =>
      Promise.all(Array.from({ length: AT_ONCE }, () => signIn({ code }))),
    );
    expect(noted).toEqual(['session.started']);
  });

  test('is signed out once, however many ask for that at once', async () => {
    const { send } = await newSession(account);
    const statuses: number[] = [];
    const noted = await actionsDuring(account, async () => {
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send('DELETE', SESSION)));
      statuses.push(...answers.map(({ status }) => status));
    });
    expect(statuses.sort()).toEqual([200, ...Array(AT_ONCE - 1).fill(401)]);
    expect(noted).toEqual(['session.ended']);
  });

  test('that is only looked at, or refused, is not noted, nor is a sign-in that fails', async () => {
    const { cookie, send } = await newSession(account);
    const spent = await newCode();
    await signIn({ code: spent });
    const foreign = { 'sec-fetch-site': 'cross-site' };
    const noted = await actionsDuring(account, async () => {
      expect((await send('GET', SESSION)).status).toBe(200);
      expect((await send('DELETE', SESSION, undefined, foreign)).status).toBe(403);
      expect((await signIn({ token: account.token }, foreign)).status).toBe(403);
      expect((await signIn({ code: spent })).status).toBe(401);
      expect((await signIn({ token: account.token, code: spent }, { cookie, ...OWN_PAGE })).status).toBe(401);
    });
    expect(noted).toEqual([]);
  });

  test('leaves neither its secret nor its code in what is noted', async () => {
    const [{ cookie }, code] = [await newSession(account), await newCode()];
    await signIn({ code });
    const text = JSON.stringify(await activityOf(account));
    for (const secret of [
      secretIn(cookie),
      hashSecret(secretIn(cookie)),
      code,
      account.token,
      hashToken(account.token),
    ]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('a key', () => {
  test('that is revoked with all that come from it is one activity, which counts them', async () => {
    const parent = await createKey(account);
    const child = await childOf(parent);
    await childOf(child);
    const revoke = () => account.api.revokeApiKey({ apiKeyId: parent.id, descendants: 'revoke' });
    expect(await actionsDuring(account, revoke)).toEqual(['api_key.revoked']);
    const { id } = await firstKey(account);
    expect(await newest('api_key.revoked')).toMatchObject({
      actor: { type: 'api_key', id },
      resource_id: parent.id,
      summary: expect.stringMatching(/^Revoked an API key: with 2 keys made from it, key_\w+, key_\w+\.$/),
    });
  });

  test('that is revoked alone is one activity, and one that many revoke at once as well', async () => {
    const [parent, many] = [await createKey(account), await createKey(account)];
    await childOf(parent);
    const revoke = ({ id }: TestKey) => account.api.revokeApiKey({ apiKeyId: id });
    expect(await actionsDuring(account, () => revoke(parent))).toEqual(['api_key.revoked']);
    expect((await newest('api_key.revoked'))?.summary).toBe('Revoked an API key.');
    const statuses: number[] = [];
    const noted = await actionsDuring(account, async () => {
      statuses.push(...(await statusesOf(Array.from({ length: AT_ONCE }, () => revoke(many)))));
    });
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(noted).toEqual(['api_key.revoked']);
  });

  test('that is not made, or not revoked, is not noted', async () => {
    const { id } = await firstKey(account);
    const reader = await createKey(account, { role: 'read' });
    const given = { accountSlug: account.slug, name: 'Never made' };
    const noted = await actionsDuring(account, async () => {
      expect(await statusOf(account.api.revokeApiKey({ apiKeyId: id }))).toBe(409);
      expect(await statusOf(reader.api.revokeApiKey({ apiKeyId: id }))).toBe(403);
      expect(await statusOf(reader.api.createApiKey(given))).toBe(403);
      expect(await statusOf(account.api.createApiKey({ ...given, expiresAt: '2020-01-01T00:00:00Z' }))).toBe(400);
    });
    expect(noted).toEqual([]);
  });
});
