import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newSecret } from '#shared/domain/account/session.ts';
import { sender } from '#test/harness/client.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { createKey, createRevokedKey } from '#test/harness/given/api-keys.ts';
import {
  cookieName,
  foreignOrigins,
  forgetFailures,
  newSession,
  OWN_PAGE,
  ownOrigin,
  sessionWith,
  type TestSession,
} from '#test/harness/given/sessions.ts';

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

test('a session of a lower role climbs no higher by its cookie', async () => {
  const reader = await newSession(await createKey(account, { role: 'read' }));
  const attempts = [
    reader.send('POST', '/api/settings/api-keys', { accountSlug: account.slug, name: 'Mine', role: 'full' }),
    reader.send('POST', '/api/account/resume-calls', {}),
    sessionWith(`${reader.cookie}; role=full`).send('POST', COMPANIES, { teamId: account.teamId, name: 'Mine' }),
  ];
  for (const { status, body } of await Promise.all(attempts)) expect([status, body]).toEqual(FORBIDDEN);
});
