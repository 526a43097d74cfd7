import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ApiError, type Client, createClient, type InputOf, type OutputOf } from '#shared/client/client.ts';

interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

let received: Received[] = [];
let reply = { status: 200, body: '{"success":true}', headers: {} as Record<string, string> };
let client: Client;

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method, url, headers } = request;
  received.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') });
  response.writeHead(reply.status, reply.headers).end(reply.body);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  client = createClient({ baseUrl: `http://127.0.0.1:${port}/`, token: 'secret' });
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  received = [];
  reply = { status: 200, body: '{"success":true}', headers: {} };
});

test('a POST carries token, key and only the fields of the body', async () => {
  await client.addCampaignContacts({ id: 'camp_1', contactIds: ['cont_1'] }, { idempotencyKey: 'once' });
  expect(received).toEqual([
    expect.objectContaining({
      method: 'POST',
      url: '/api/crm/campaigns/camp_1/contacts',
      body: '{"contactIds":["cont_1"]}',
    }),
  ]);
  expect(received[0]?.headers).toMatchObject({
    authorization: 'Bearer secret',
    'content-type': 'application/json',
    'idempotency-key': 'once',
  });
});

test('a path parameter stays in its segment, whatever it contains', async () => {
  await client.getAssistant({ assistantId: 'a/b?c=d#e $&é' });
  expect(received[0]?.url).toBe('/api/assistants/a%2Fb%3Fc%3Dd%23e%20%24%26%C3%A9');
});

test.each(['', '.', '..'])(
  'the path parameter "%s", which a URL resolves away, is refused before it is sent',
  async (assistantId) => {
    await expect(client.getAssistant({ assistantId })).rejects.toThrow('assistantId must be an id');
    expect(received).toEqual([]);
  },
);

test('a query carries what is given as text, and a GET has no body', async () => {
  await client.listContacts({
    teamId: 'team_1',
    search: 'a&b',
    hasPhone: false,
    limit: 5,
  });
  expect(received[0]?.url).toBe('/api/crm/contacts?teamId=team_1&search=a%26b&hasPhone=false&limit=5');
  expect(received[0]).toMatchObject({ body: '' });
  expect(received[0]?.headers['content-type']).toBeUndefined();
});

test('an operation without required fields needs no input', async () => {
  reply.body = '{"success":true,"status":"ok"}';
  const health = await client.getHealth();
  expect(health.status).toBe('ok');
});

test('a refusal is thrown with its status, body and request id', async () => {
  reply = { status: 409, body: '{"success":false,"error":"Taken."}', headers: { 'x-request-id': 'req-1' } };
  const failure: unknown = await client
    .createCompany({ teamId: 'team_1', name: 'Acme' })
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({
    status: 409,
    body: { success: false, error: 'Taken.' },
    requestId: 'req-1',
    message: 'POST /api/crm/companies was answered with 409: Taken.',
  });
});

test.each([502, 200])('a page that is not JSON is thrown as its text, also with status %i', async (status) => {
  reply = { status, body: '<h1>Gateway</h1>', headers: {} };
  await expect(client.getHealth()).rejects.toMatchObject({ status, body: '<h1>Gateway</h1>', requestId: null });
});

test('another fetch can be given', async () => {
  const urls: unknown[] = [];
  const own = createClient({
    baseUrl: 'https://api.example',
    token: 'secret',
    fetch: async (url) => {
      urls.push(url);
      return Response.json({ success: true, status: 'ok' });
    },
  });
  await own.getHealth();
  expect(urls).toEqual(['https://api.example/api/health']);
});

test('inputs and outputs are typed by the endpoints', () => {
  const contact: InputOf<'createContact'> = { teamId: 't', companyId: 'c', firstName: 'Ada', lastName: 'Lovelace' };
  // @ts-expect-error: a contact has a last name.
  const nameless: InputOf<'createContact'> = { teamId: 't', companyId: 'c', firstName: 'Ada' };
  // @ts-expect-error: no such field.
  const mistyped: InputOf<'listContacts'> = { teamId: 't', hasPhones: true };
  const status: OutputOf<'createCampaign'>['campaign']['status'] = 'draft';
  // @ts-expect-error: carriers call this one, not clients.
  const webhook: keyof Client = 'receiveCallEvent';
  expect([contact, nameless, mistyped, status, webhook]).toHaveLength(5);
});
