import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newSecret } from '#shared/domain/account/session.ts';
import { hashToken } from '#shared/domain/api-token.ts';
import { newSignInCode } from '#shared/store/access/sessions.ts';
import { sender } from '#test/harness/client.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import {
  foreignOrigins,
  forgetFailures,
  newSession,
  OWN_PAGE,
  ownOrigin,
  signIn,
  type TestSession,
} from '#test/harness/given/sessions.ts';
import { testTable } from '#test/harness/stack/table.ts';

const SESSION = '/api/session';
const FORBIDDEN = [403, { error: 'Forbidden' }];
const UNAUTHORIZED = [401, { error: 'Unauthorized' }];
const JSON_TYPE = { 'content-type': 'application/json' };

let account: TestAccount;
let session: TestSession;
beforeAll(async () => {
  account = await newAccount();
  session = await newSession(account);
});

beforeEach(forgetFailures);
afterAll(forgetFailures);

describe('a sign-in', () => {
  const attempt = async (headers: Record<string, string>, body = JSON.stringify({ token: account.token })) => {
    const reply = await sender()('POST', SESSION, body, headers);
    return { outcome: [reply.status, reply.body], cookies: reply.headers.getSetCookie().length };
  };

  test('is taken from a page of our own, and from a program, which says nothing of an origin', async () => {
    for (const said of [{}, OWN_PAGE, { origin: ownOrigin() }]) {
      expect(await attempt({ ...JSON_TYPE, ...said })).toMatchObject({ outcome: [200, {}], cookies: 1 });
    }
  });

  test('403 in the name of somebody else: from another page, or by a form', async () => {
    const forged = [
      ...foreignOrigins().map((origin) => ({ ...JSON_TYPE, origin })),
      ...['cross-site', 'same-site', 'none'].map((site) => ({ ...JSON_TYPE, 'sec-fetch-site': site })),
      { 'content-type': 'text/plain', ...OWN_PAGE },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { ...OWN_PAGE },
    ];
    for (const headers of forged) expect(await attempt(headers)).toEqual({ outcome: FORBIDDEN, cookies: 0 });
  });

  test('a forged one spends no code', async () => {
    const { code, put } = newSignInCode(hashToken(account.token), new Date());
    await testTable().write(put);
    const body = JSON.stringify({ code });
    expect((await attempt({ ...JSON_TYPE, origin: 'https://evil.example' }, body)).outcome).toEqual(FORBIDDEN);
    expect((await attempt(JSON_TYPE, body)).outcome[0]).toBe(200);
  });

  test.each<[string, () => unknown]>([
    ['nothing', () => ({})],
    ['both', () => ({ token: account.token, code: newSecret() })],
    ['a token of another type', () => ({ token: 7 })],
    ['a right token beside a code that is null', () => ({ token: account.token, code: null })],
    ['a right token beside a code of another type', () => ({ token: account.token, code: 7 })],
    ['null', () => ({ token: null, code: null })],
    ['an empty token', () => ({ token: '' })],
    ['a token that is one character off', () => ({ token: `${account.token.slice(0, -1)}!` })],
    ['a token as code', () => ({ code: account.token })],
    ['an unknown code', () => ({ code: newSecret() })],
    ['a session as code', () => ({ code: session.cookie.split('=')[1] })],
    ['a session as token', () => ({ token: session.cookie.split('=')[1] })],
  ])('401 with %s', async (_, body) => {
    const { status, body: answer, headers } = await signIn(body());
    expect([status, answer, headers.getSetCookie()]).toEqual([...UNAUTHORIZED, []]);
  });
});

describe('failed sign-ins of one address', () => {
  const fail = () => signIn({ token: 'wrong' });

  test('the eleventh in a minute is the first 429; a right token is let in all the same', async () => {
    for (let failures = 1; failures <= 10; failures++) expect((await fail()).status).toBe(401);
    const { status, body, headers } = await fail();
    expect([status, body]).toEqual([429, { success: false, error: expect.stringContaining('10 sign-ins') }]);
    const wait = Number(headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await signIn({ token: account.token })).status).toBe(200);
    expect((await fail()).status).toBe(429);
  });

  test('of many at once ten are 401, and all others 429', async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, fail));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(20).fill(429)]);
  });

  test('who sends an address of its own choice is counted under the one it has', async () => {
    const forwarded = (at: number) => ({
      'x-forwarded-for': `10.0.0.${at}`,
      forwarded: `for=10.0.0.${at}`,
      ...OWN_PAGE,
    });
    const statuses: number[] = [];
    for (let at = 0; at < 11; at++) statuses.push((await signIn({ token: 'wrong' }, forwarded(at))).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  test('a refusal for another origin is none', async () => {
    for (let at = 0; at < 12; at++) expect((await signIn({}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await fail()).status).toBe(401);
  });
});
