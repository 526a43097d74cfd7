import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newSecret } from '#shared/domain/account/session.ts';
import { hashToken } from '#shared/domain/api-token.ts';
import { isOfOwnOrigin } from '#shared/runtime/http/same-origin.ts';
import { sessionCookieFor, sessionSecretOf } from '#shared/runtime/http/session-cookie.ts';
import { newSignInCode } from '#shared/store/sessions.ts';
import { sender } from '#test/harness/client.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { createKey, createRevokedKey } from '#test/harness/given/api-keys.ts';
import {
  cookieName,
  forgetFailures,
  newSession,
  OWN_PAGE,
  sessionWith,
  signIn,
  type TestSession,
} from '#test/harness/given/sessions.ts';
import { stack } from '#test/harness/stack/environment.ts';
import { testTable } from '#test/harness/stack/table.ts';

const SESSION = '/api/session';
const COMPANIES = '/api/crm/companies';
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

const ownOrigin = () => stack().base_url;
const foreignOrigins = () => [
  'https://evil.example',
  'null',
  '',
  ownOrigin().replace('http:', 'https:'),
  ownOrigin().replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
  ownOrigin().replace('127.0.0.1', 'localhost'),
  `${ownOrigin()}.evil.example`,
  `${ownOrigin()}/`,
  `${ownOrigin()},https://evil.example`,
];

const company = () => JSON.stringify({ teamId: account.teamId, name: 'Forged' });

describe('a request by cookie that is not a GET', () => {
  const post = async (headers: Record<string, string>, body: string | undefined = company()) => {
    const reply = await sender()('POST', COMPANIES, body, { cookie: session.cookie, ...headers });
    return [reply.status, reply.body];
  };

  test('is taken from a page of our own, as the browser says', async () => {
    for (const said of [{ 'sec-fetch-site': 'same-origin' }, { origin: ownOrigin() }]) {
      expect((await post({ ...JSON_TYPE, ...said }))[0]).toBe(200);
      expect((await post({ 'content-type': 'Application/JSON; charset=utf-8', ...said }))[0]).toBe(200);
    }
  });

  test.each(['cross-site', 'same-site', 'none', 'Same-Origin', 'same-origin, cross-site', ''])(
    '403 with Sec-Fetch-Site %p, whatever Origin says',
    async (site) => {
      const headers = { ...JSON_TYPE, 'sec-fetch-site': site, origin: ownOrigin() };
      expect(await post(headers)).toEqual(FORBIDDEN);
    },
  );

  test('403 with an Origin that is not the host, where Sec-Fetch-Site is missing', async () => {
    for (const origin of foreignOrigins())
      expect([origin, ...(await post({ ...JSON_TYPE, origin }))]).toEqual([origin, ...FORBIDDEN]);
  });

  test('403 where neither is sent', async () => {
    expect(await post(JSON_TYPE)).toEqual(FORBIDDEN);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'text/json',
    'application/jsonp',
    '',
  ])('403 with a body of the type %p', async (type) => {
    expect(await post({ ...OWN_PAGE, 'content-type': type })).toEqual(FORBIDDEN);
  });

  test('needs no type without a body', async () => {
    const body = JSON.stringify({});
    const stop = (headers: Record<string, string>, sent?: string) =>
      sender()('POST', '/api/account/stop-calls', sent, { cookie: session.cookie, ...OWN_PAGE, ...headers });
    expect((await stop({ 'content-type': 'text/plain' }, body)).status).toBe(403);
    expect((await stop({})).status).toBe(200);
  });

  test.each(['PUT', 'PATCH', 'DELETE'])('likewise %s', async (method) => {
    const path = {
      PUT: '/api/settings/webhooks/call',
      PATCH: '/api/crm/companies/comp_1',
      DELETE: '/api/crm/companies/comp_1',
    };
    const target = path[method as keyof typeof path];
    const { status, body } = await sender()(method, target, undefined, { cookie: session.cookie });
    expect([status, body]).toEqual(FORBIDDEN);
    expect((await session.send(method, target)).status).not.toBe(403);
  });

  test('cannot sign a person out from another page', async () => {
    const { status, body } = await sender()('DELETE', SESSION, undefined, {
      cookie: session.cookie,
      origin: 'https://evil.example',
    });
    expect([status, body]).toEqual(FORBIDDEN);
    expect((await session.send('GET', SESSION)).status).toBe(200);
  });

  test('a GET is taken from anywhere, since its answer can be read by our own pages alone', async () => {
    const { status, headers } = await sender()('GET', SESSION, undefined, {
      cookie: session.cookie,
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    });
    expect([status, headers.get('access-control-allow-credentials')]).toEqual([200, null]);
  });
});

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

describe('the cookie', () => {
  const read = async (headers: Record<string, string>) =>
    (await sender()('GET', '/api/account', undefined, headers)).status;
  const value = () => session.cookie.slice(session.cookie.indexOf('=') + 1);

  test('opens what a token opens; a token wins where both are sent, right or wrong', async () => {
    const other = await newAccount();
    expect(await read({ cookie: session.cookie })).toBe(200);
    const whose = async (authorization: string) => {
      const { status, body } = await sender()('GET', '/api/account', undefined, {
        cookie: session.cookie,
        authorization,
      });
      return [status, (body as { account?: { slug: string } }).account?.slug];
    };
    expect(await whose(`Bearer ${other.token}`)).toEqual([200, other.slug]);
    for (const wrong of ['Bearer wrong', 'Basic abc', '', `Bearer ${(await createRevokedKey(other)).token}`]) {
      expect(await whose(wrong)).toEqual([401, undefined]);
    }
  });

  test('with a token, no origin is asked for', async () => {
    const { status } = await sender(account.token)('POST', COMPANIES, company(), {
      cookie: session.cookie,
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
      'content-type': 'text/plain',
    });
    expect(status).toBe(200);
  });

  test.each<[string, () => string]>([
    ['of the cloud’s name', () => `__Host-session=${value()}`],
    ['of another port', () => `session_1=${value()}`],
    ['without a port', () => `session=${value()}`],
    ['one character off', () => `${session.cookie.slice(0, -1)}${session.cookie.endsWith('A') ? 'B' : 'A'}`],
    ['longer', () => `${session.cookie}A`],
    ['empty', () => `${cookieName()}=`],
    ['a token', () => `${cookieName()}=${account.token}`],
    ['beside another one of its name', () => `${session.cookie}; ${cookieName()}=${newSecret()}`],
    ['behind another one of its name', () => `${cookieName()}=${newSecret()}; ${session.cookie}`],
    ['quoted', () => `${cookieName()}="${value()}"`],
  ])('401 with a cookie %s', async (_, cookie) => {
    expect(await read({ cookie: cookie() })).toBe(401);
  });

  test('is found among others', async () => {
    expect(await read({ cookie: `a=1; ${session.cookie}; b=2` })).toBe(200);
  });

  test('is neither taken from the query nor from another header', async () => {
    const { status } = await sender()('GET', `/api/account?${session.cookie}`, undefined, { 'x-session': value() });
    expect(status).toBe(401);
    expect(await read({ authorization: `Bearer ${value()}` })).toBe(401);
  });

  test('the session’s own endpoints take it alone', async () => {
    const byToken = await account.api.send('GET', SESSION);
    expect([byToken.status, byToken.body]).toEqual(UNAUTHORIZED);
    expect((await account.api.send('DELETE', SESSION)).status).toBe(401);
  });
});

describe('by where the service is reached', () => {
  const rawOf = (headers: Record<string, string>, cookies: string[] = []) => ({
    headers,
    cookies,
    body: Buffer.alloc(0),
  });
  const secret = newSecret();
  const nameAt = (headers: Record<string, string>): string => {
    const cookies: string[] = [];
    sessionCookieFor(rawOf(headers), cookies).set(secret);
    return cookies[0]?.replace(secret, '*') ?? '';
  };

  const SECURE = '__Host-session=*; Path=/; HttpOnly; Secure; SameSite=Strict';
  const plain = (port: number) => `session_${port}=*; Path=/; HttpOnly; SameSite=Strict`;

  test.each<[Record<string, string>, string]>([
    [{ host: 'api.example.com', 'x-forwarded-proto': 'https' }, SECURE],
    [{ host: 'api.example.com' }, SECURE],
    [{ host: 'localhost:3000' }, plain(3000)],
    [{ host: 'LOCALHOST:3000' }, plain(3000)],
    [{ host: '127.0.0.1:3900' }, plain(3900)],
    [{ host: '[::1]:3000' }, plain(3000)],
    [{ host: 'localhost' }, plain(80)],
    [{ host: 'localhost:3000', 'x-forwarded-proto': 'https' }, SECURE],
    [{ host: 'localhost.evil.example:3000' }, SECURE],
    [{ host: '127.0.0.1.evil.example' }, SECURE],
    [{}, SECURE],
  ])('%j: %s', (headers, cookie) => {
    expect(nameAt(headers)).toBe(cookie);
    const name = cookie.slice(0, cookie.indexOf('='));
    expect(sessionSecretOf(rawOf(headers, [`${name}=${secret}`]))).toBe(secret);
    expect(sessionSecretOf(rawOf(headers, [`x${name}=${secret}`]))).toBeUndefined();
  });

  test.each<[string, string, boolean]>([
    ['api.example.com', 'https://api.example.com', true],
    ['api.example.com:443', 'https://api.example.com', true],
    ['api.example.com', 'http://api.example.com', false],
    ['api.example.com', 'https://api.example.com:8443', false],
    ['api.example.com', 'https://evil.example', false],
    ['localhost:3000', 'http://localhost:3000', true],
    ['localhost:3000', 'http://localhost:4000', false],
    ['localhost:3000', 'http://127.0.0.1:3000', false],
    ['', '', false],
    ['a b', '', false],
  ])('at the host %p the origin %p: %p', (host, origin, isOwn) => {
    expect(isOfOwnOrigin(rawOf({ host, origin }), { byCookie: true })).toBe(isOwn);
    expect(isOfOwnOrigin(rawOf({ host, origin }), { byCookie: false })).toBe(isOwn);
  });
});

test('a session of a lower role climbs no higher by its cookie', async () => {
  const reader = await newSession(await createKey(account, { role: 'read' }));
  const attempts = [
    reader.send('POST', '/api/settings/api-keys', { accountSlug: account.slug, name: 'Mine', role: 'full' }),
    reader.send('POST', '/api/account/resume-calls', {}),
    sessionWith(`${reader.cookie}; role=full`).send('POST', COMPANIES, { teamId: account.teamId, name: 'Mine' }),
  ];
  for (const { status, body } of await Promise.all(attempts)) expect([status, body]).toEqual(FORBIDDEN);
});
