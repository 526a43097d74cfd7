import { beforeAll, describe, expect, test } from '@jest/globals';
import { readProjectFile } from '#infra/generate/generated-files.ts';
import { sender } from '#test/harness/client.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { type Refusal, wrongFieldsOf } from '#test/harness/refusals.ts';
import { stack } from '#test/harness/stack/environment.ts';

const COMPANIES = '/api/crm/companies';
const MEGABYTE = 1024 * 1024;

let account: TestAccount;
beforeAll(async () => {
  account = await newAccount();
});

const anonymous = sender();

const { version } = JSON.parse(readProjectFile('package.json'));

describe('health and documentation', () => {
  test('health answers without a token', async () => {
    const { status, body } = await anonymous('GET', '/api/health');
    expect([status, body]).toEqual([200, { success: true, status: 'ok', version }]);
  });

  test('the OpenAPI document is served without a token and names every path of the service', async () => {
    const { status, body } = await anonymous('GET', '/api/openapi.json');
    const { openapi, paths } = body as { openapi: string; paths: Record<string, object> };
    expect([status, openapi]).toEqual([200, '3.1.0']);
    expect(Object.keys(paths)).toEqual(expect.arrayContaining([COMPANIES, '/api/crm/campaigns/{id}/run']));
  });
});

describe('unknown routes', () => {
  test.each([
    ['GET', '/api/nothing'],
    ['GET', '/nothing'],
    ['POST', '/'],
    ['GET', '/campaigns/'],
    ['GET', '/assets/nothing.js'],
    ['DELETE', COMPANIES],
    ['PATCH', COMPANIES],
    ['GET', `${COMPANIES}/`],
    ['POST', '/api/crm/campaigns/camp_1/fly'],
  ])('%s %s is a 404 in the shape of every error', async (method, path) => {
    const { status, body } = await account.api.send(method, path, undefined);
    expect([status, body]).toEqual([404, { success: false, error: expect.stringContaining(method) }]);
  });
});

describe('the token', () => {
  const requestWith = async (authorization: string) => {
    const { status, body } = await anonymous('GET', `${COMPANIES}?teamId=${account.teamId}`, undefined, {
      authorization,
    });
    return { status, body };
  };

  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('the scheme may be written %s', async (scheme) => {
    expect((await requestWith(`${scheme} ${account.token}`)).status).toBe(200);
  });

  test.each<[string, (token: string) => string]>([
    ['without a scheme', (token) => token],
    ['under another scheme', (token) => `Basic ${token}`],
    ['with its last character changed', (token) => `Bearer ${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`],
    ['cut short', (token) => `Bearer ${token.slice(0, -1)}`],
    ['with more behind it', (token) => `Bearer ${token} x`],
    ['in other case', (token) => `Bearer ${token.toUpperCase()}`],
    ['absent', () => 'Bearer '],
  ])('a token %s is a 401', async (_, authorization) => {
    expect(await requestWith(authorization(account.token))).toEqual({ status: 401, body: { error: 'Unauthorized' } });
  });
});

describe('the body', () => {
  test.each([
    ['with a content type', { 'content-type': 'application/json' }],
    ['without one', {}],
  ])('an empty POST body %s is an empty object', async (_, headers) => {
    for (const text of [undefined, '', '  ']) {
      const { status, body } = await account.api.send('POST', COMPANIES, text, headers);
      expect([status, body]).toMatchObject([400, { issues: [{ path: 'teamId' }, { path: 'name' }] }]);
    }
  });

  test.each(['{', '{"name": }', 'name=Acme', '[]', '"text"', '7', 'null'])('%s is a 400', async (text) => {
    const { status, body } = await account.api.send('POST', COMPANIES, text, { 'content-type': 'application/json' });
    expect([status, body]).toMatchObject([400, { success: false }]);
  });

  test('half a surrogate pair, which cannot be kept, is refused wherever it stands', async () => {
    const company = { teamId: account.teamId, name: 'half \ud83d', customFields: { deep: ['\udc00'] } };
    expect(await wrongFieldsOf(account.api.createCompany(company))).toEqual(['name', 'customFields.deep.0']);
    await account.api.createCompany({ teamId: account.teamId, name: 'whole \u{1f600}' });
  });

  test('a body is read as JSON whatever its content type says', async () => {
    const text = JSON.stringify({ teamId: account.teamId, name: 'Acme' });
    for (const type of ['text/plain', 'application/json; charset=utf-8', 'application/octet-stream']) {
      expect((await account.api.send('POST', COMPANIES, text, { 'content-type': type })).status).toBe(200);
    }
  });

  test('a body above one megabyte is a 413, and one just below is read', async () => {
    const ofBytes = (bytes: number): string => {
      const body = { teamId: account.teamId, name: 'Acme', ignored: '' };
      return JSON.stringify({ ...body, ignored: 'x'.repeat(bytes - JSON.stringify(body).length) });
    };
    const send = (text: string) => account.api.send('POST', COMPANIES, text, { 'content-type': 'application/json' });
    expect((await send(ofBytes(MEGABYTE))).status).toBe(200);
    for (const bytes of [MEGABYTE + 1, 7 * MEGABYTE]) {
      const { status, body } = await send(ofBytes(bytes));
      expect([status, body]).toMatchObject([413, { success: false }]);
    }
  });

  test('a body above one megabyte is a 413 where none is read, too', async () => {
    const { id } = await account.given.campaign();
    const large = JSON.stringify('x'.repeat(MEGABYTE));
    const { status, body } = await account.api.send('POST', `/api/crm/campaigns/${id}/cancel`, large);
    expect([status, body]).toMatchObject([413, { success: false }]);
    expect((await account.api.getCampaign({ id })).campaign.status).toBe('draft');
  });

  test('who is not known learns nothing but that, whatever the body is', async () => {
    const { status } = await anonymous('POST', COMPANIES, '{', { 'content-type': 'application/json' });
    expect(status).toBe(401);
  });
});

test('refusals are decided in one order: the caller, the size, the key, the input, what it names', async () => {
  const { api, teamId } = account;
  const [json, badKey] = [{ 'content-type': 'application/json' }, { 'idempotency-key': '' }];
  const [large, unreadable] = ['{'.repeat(MEGABYTE + 1), '{'];
  const contact = (fields: object) =>
    JSON.stringify({ teamId, firstName: 'Ada', lastName: 'L', companyId: 'comp_none', ...fields });
  const send = async (by: typeof anonymous, body: string, headers = {}) => {
    const reply = await by('POST', '/api/crm/contacts', body, { ...json, ...headers });
    expect(reply.headers.get('x-request-id')).toMatch(/./);
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    const { issues } = reply.body as Refusal;
    return [reply.status, issues?.map(({ path }) => path)];
  };
  expect(await send(anonymous, large, badKey)).toEqual([401, undefined]);
  expect(await send(api.send, large, badKey)).toEqual([413, undefined]);
  expect(await send(api.send, unreadable, badKey)).toEqual([400, ['Idempotency-Key']]);
  expect(await send(api.send, contact({ phone: 7 }))).toEqual([400, ['phone']]);
  expect(await send(api.send, contact({ phone: '+14155550001' }))).toEqual([404, undefined]);
});

describe('headers', () => {
  test('every response has a request id of its own', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => anonymous('GET', '/api/health')));
    expect(new Set(replies.map(({ headers }) => headers.get('x-request-id'))).size).toBe(3);
  });

  test('a preflight is answered without a token, for every method and header the API takes', async () => {
    const response = await fetch(`${stack().base_url}${COMPANIES}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });
    await response.arrayBuffer();
    expect(response.status).toBe(204);
    expect(response.headers.get('x-request-id')).toMatch(/./);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      expect(response.headers.get('access-control-allow-methods')).toContain(method);
    }
    for (const header of ['authorization', 'content-type', 'idempotency-key']) {
      expect(response.headers.get('access-control-allow-headers')?.toLowerCase()).toContain(header);
    }
  });

  test('refusals too may be read by a page of another origin', async () => {
    const { headers } = await anonymous('GET', `${COMPANIES}?teamId=x`, undefined, { origin: 'https://app.example' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });
});
