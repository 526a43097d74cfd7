import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { provisionAccount } from '#shared/engine/account/provision-account.ts';
import { BODY_MAX_BYTES } from '#shared/runtime/http/read-request.ts';
import { dynamodbTable } from '#shared/store/table/dynamodb-table.ts';
import { type OwnService, startOwnService } from '#test/harness/stack/own-service.ts';
import { letTimePass } from '#test/harness/stack/stack-time.ts';

const BURST = 20;
const environment = async () => ({ ACCOUNT_REQUESTS_PER_SECOND: '1', ACCOUNT_REQUEST_BURST: String(BURST) });

let service: OwnService;
beforeAll(async () => {
  service = await startOwnService({ environment });
});
afterAll(() => service?.stop());

const newToken = async (slug: string): Promise<string> => {
  const { dynamodb_url: endpoint, table_name: tableName } = service.address;
  const raw = new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS });
  const client = DynamoDBDocumentClient.from(raw, { marshallOptions: { removeUndefinedValues: true } });
  const owner = { slug, name: 'Olive Owner', email: 'olive@acme.example', plan: 'free', now: new Date() } as const;
  return (await provisionAccount(dynamodbTable({ tableName, client }), owner)).api_token;
};

const ask = (token: string | undefined, path = '/api/account', init: RequestInit = {}) =>
  service.during(async () => {
    const authorization = token === undefined ? undefined : { authorization: `Bearer ${token}` };
    const headers = { 'content-type': 'application/json', ...authorization, ...init.headers };
    const response = await fetch(`${service.address.base_url}${path}`, { ...init, headers });
    return { status: response.status, headers: response.headers, body: (await response.json()) as object };
  });

const times = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, make));

const statusesOf = async (token: string, count: number): Promise<Record<number, number>> => {
  const replies = await times(count, () => ask(token));
  const counts = Object.groupBy(replies, ({ status }) => status);
  return Object.fromEntries(Object.entries(counts).map(([status, some]) => [status, some?.length ?? 0]));
};

test('an account has its burst at once, over all endpoints; then a 429 says when to repeat the request', async () => {
  const token = await newToken('all-at-once');
  expect(await statusesOf(token, BURST + 10)).toEqual({ 200: BURST, 429: 10 });
  for (const path of ['/api/account', '/api/settings/api-keys', '/api/crm/contacts?teamId=nobodys']) {
    const { status, headers, body } = await ask(token, path);
    expect(status).toBe(429);
    expect(body).toEqual({ success: false, error: expect.stringMatching(/1 requests a second, 20 at once/) });
    expect(headers.get('retry-after')).toBe('1');
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('who waits as told is let in, at the rate and no faster', async () => {
  const token = await newToken('patient');
  await statusesOf(token, BURST + 5);
  await letTimePass({ atLeastMs: 1_000, atMostMs: 1_000 });
  expect((await ask(token)).status).toBe(200);
  expect((await ask(token)).status).toBe(429);
});

const newKey = async (token: string, accountSlug: string, fields: object = {}): Promise<string> => {
  const body = JSON.stringify({ accountSlug, name: 'second', ...fields });
  const made = await ask(token, '/api/settings/api-keys', { method: 'POST', body });
  return (made.body as { api_key: { token: string } }).api_key.token;
};

test('it is decided after the token and its role and before everything else, and writes nothing', async () => {
  const token = await newToken('ordered');
  const reader = await newKey(token, 'ordered', { role: 'read' });
  await statusesOf(token, BURST);
  const create = (by: string, body = '{') => ask(by, '/api/crm/companies', { method: 'POST', body });
  expect((await create(`${token}x`)).status).toBe(401);
  expect((await create(reader)).status).toBe(403);
  expect((await create(token)).status).toBe(429);
  expect((await create(token, ' '.repeat(BODY_MAX_BYTES + 1))).status).toBe(429);
  expect((await ask(reader)).status).toBe(429);
});

test('requests by cookie count as well, after their origin; signing in has a limit of its own', async () => {
  const token = await newToken('by-cookie');
  await statusesOf(token, BURST + 5);
  const signIn = () => ask(undefined, '/api/session', { method: 'POST', body: JSON.stringify({ token }) });
  const { status, headers } = await signIn();
  expect(status).toBe(200);
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const bySession = (method: string, site: string) =>
    ask(undefined, '/api/session', { method, headers: { cookie, 'sec-fetch-site': site } });
  expect((await bySession('GET', 'same-origin')).status).toBe(429);
  expect((await bySession('DELETE', 'same-origin')).status).toBe(429);
  expect((await bySession('DELETE', 'cross-site')).status).toBe(403);
});

test('another account, and who needs no token, are not held back', async () => {
  const [busy, other] = [await newToken('busy'), await newToken('other')];
  await statusesOf(busy, BURST + 5);
  expect((await ask(other)).status).toBe(200);
  const open = await times(BURST + 5, () => ask(busy, '/api/health'));
  expect(open.every(({ status }) => status === 200)).toBe(true);
});

test('all keys of an account share its limit', async () => {
  const token = await newToken('two-keys');
  const second = await newKey(token, 'two-keys');
  await statusesOf(token, BURST + 5);
  expect((await ask(second)).status).toBe(429);
});
