import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type Gateway, openGateway } from '#infra/local/gateway/gateway.ts';
import { newSuiteTime } from '#test/harness/time/suite-time.ts';

// Time stands still, so that no deadline comes between.
newSuiteTime();

let gateway: Gateway;
const lines: string[] = [];
const failures: string[] = [];

const echo = async (event: APIGatewayProxyEventV2) => ({
  statusCode: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(event),
});
const endpoint = (
  method: string,
  path: string,
  handler: (event: APIGatewayProxyEventV2) => Promise<unknown> = echo,
) => ({
  id: `${method} ${path}`,
  method,
  path,
  handler,
});

beforeAll(async () => {
  gateway = await openGateway({
    port: 0,
    publicHosts: ['calls.example'],
    log: (line) => lines.push(line),
    onError: (name) => failures.push(name),
  });
  gateway.serve({
    endpoints: [
      endpoint('GET', '/things/{id}'),
      endpoint('GET', '/things/special'),
      endpoint('POST', '/things/{id}'),
      endpoint('POST', '/things/sized', async () => ({ statusCode: 200, body: '{}' })),
      endpoint('GET', '/value', async () => ({ plain: true })),
      endpoint('GET', '/cookies', async () => ({
        statusCode: 201,
        cookies: ['a=1', 'b=2'],
        body: 'b2s=',
        isBase64Encoded: true,
      })),
      endpoint('GET', '/throws', async () => Promise.reject(new Error('secret cause'))),
      endpoint('GET', '/large', async ({ rawQueryString }) => {
        const [character = '', count] = rawQueryString.split('=');
        return { statusCode: 200, body: decodeURIComponent(character).repeat(Number(count)) };
      }),
      endpoint('GET', '/malformed', async () => ({ statusCode: 'many' })),
    ],
    streams: [],
    fallback: { id: 'fallback', handler: async (event) => ({ statusCode: 404, body: event.routeKey }) },
  });
});

afterAll(() => gateway.stop());

const address = (path: string): string => `http://127.0.0.1:${gateway.port}${path}`;
const eventOf = async (path: string, init?: RequestInit) =>
  (await (await fetch(address(path), init)).json()) as APIGatewayProxyEventV2;

test('the event has the shape of payload format 2.0', async () => {
  const event = await eventOf('/things/a%2Fb?x=1&x=2&y=a%20b+c&z', {
    headers: { Cookie: 'p=1; q=2', 'X-Upper': 'Yes' },
  });
  expect(event).toMatchObject({
    version: '2.0',
    routeKey: 'GET /things/{id}',
    rawPath: '/things/a%2Fb',
    rawQueryString: 'x=1&x=2&y=a%20b+c&z',
    queryStringParameters: { x: '1,2', y: 'a b c', z: '' },
    pathParameters: { id: 'a/b' },
    cookies: ['p=1', 'q=2'],
    isBase64Encoded: false,
    requestContext: {
      http: { method: 'GET', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1' },
      routeKey: 'GET /things/{id}',
      stage: '$default',
      requestId: expect.any(String),
      time: expect.stringMatching(/^\d\d\/\w{3}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
      timeEpoch: expect.any(Number),
    },
  });
  expect(event.headers).toMatchObject({ 'x-upper': 'Yes' });
  expect(event.headers).not.toHaveProperty('cookie');
});

test('what is not there is not in the event', async () => {
  const event = await eventOf('/things/special');
  expect(event.routeKey).toBe('GET /things/special');
  for (const field of ['cookies', 'queryStringParameters', 'pathParameters', 'body'])
    expect(event).not.toHaveProperty(field);
});

test('repeated headers are joined with a comma, authorization included', async () => {
  const text = await new Promise<string>((resolve, reject) => {
    const headers = ['Host', 'localhost:1', 'Authorization', 'Bearer a', 'Authorization', 'Bearer b'];
    const sent = httpRequest(address('/things/1'), { headers }, (response) => {
      response.setEncoding('utf8').on('data', resolve);
    });
    sent.on('error', reject).end();
  });
  expect(JSON.parse(text).headers.authorization).toBe('Bearer a,Bearer b');
});

/** The status for a request under a name. */
const statusAs = (host: string, path = '/value'): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(address(path), { headers: { host } }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject).end();
  });

test('a request under a name that somebody else let resolve to this machine reaches no function', async () => {
  for (const host of ['127.0.0.1', `LOCALHOST:${gateway.port}`, '[::1]:80', 'calls.example', 'Calls.Example:443'])
    expect(await statusAs(host)).toBe(200);
  for (const host of ['evil.example', 'localhost.evil.example', 'sub.calls.example', '127.0.0.2', 'evil.example:80:80'])
    expect(await statusAs(host, '/throws')).toBe(421);
});

test('a JSON body is text, any other is base64', async () => {
  const json = await eventOf('/things/1', {
    method: 'POST',
    body: '{"é":1}',
    headers: { 'content-type': 'application/json' },
  });
  expect(json).toMatchObject({ body: '{"é":1}', isBase64Encoded: false });
  const bytes = Buffer.from([0, 255, 1]);
  const type = { 'content-type': 'application/octet-stream' };
  const binary = await eventOf('/things/1', { method: 'POST', body: bytes, headers: type });
  expect(binary).toMatchObject({ body: bytes.toString('base64'), isBase64Encoded: true });
});

test.each(['/things/%zz', '/things/%ff'])('%s cannot be decoded: 400', async (path) => {
  const response = await fetch(address(path));
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ success: false });
  expect(response.headers.get('x-request-id')).toBeTruthy();
});

test('a query that cannot be decoded reaches the function as it was written', async () => {
  expect(await eventOf('/things/1?%zz&a=%&b=%20')).toMatchObject({
    queryStringParameters: { '%zz': '', a: '%', b: ' ' },
  });
});

test.each([
  ['GET', '/nothing'],
  ['GET', '/things/1/'],
  ['DELETE', '/things/1'],
  ['OPTIONS', '/things/1'],
])('%s %s goes to the fallback', async (method, path) => {
  const response = await fetch(address(path), { method });
  expect(response.status).toBe(404);
  expect(await response.text()).toBe('$default');
});

test('HEAD goes to the fallback and has no body', async () => {
  const response = await fetch(address('/things/1'), { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([404, '']);
});

test('a result without a status is the body; cookies and base64 bodies are unfolded', async () => {
  expect(await (await fetch(address('/value'))).json()).toEqual({ plain: true });
  const response = await fetch(address('/cookies'));
  expect([response.status, await response.text()]).toEqual([201, 'ok']);
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});

test.each(['/throws', '/malformed'])('%s is a 500 that does not leak the cause', async (path) => {
  const response = await fetch(address(path));
  expect([response.status, await response.json()]).toEqual([500, { message: 'Internal Server Error' }]);
});

test('a function that throws is reported with its name', async () => {
  await fetch(address('/throws'));
  expect(failures).toContain('GET /throws');
});

const MEGABYTE = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };

describe('what Lambda and API Gateway refuse', () => {
  const post = async (body: Buffer, headers: Record<string, string> = JSON_TYPE): Promise<[number, unknown]> => {
    const response = await fetch(address('/things/sized'), { method: 'POST', body: new Uint8Array(body), headers });
    return [response.status, await response.json()];
  };
  const tooLarge = (megabytes: number) => [413, { success: false, error: expect.stringContaining(`${megabytes} MB`) }];

  test('an event above 6 MB, and a body above 10 MB, are a 413 that the client gets to see', async () => {
    expect((await post(Buffer.alloc(5 * MEGABYTE, 'x')))[0]).toBe(200);
    expect(await post(Buffer.alloc(6 * MEGABYTE, 'x'))).toEqual(tooLarge(6));
    expect(await post(Buffer.alloc(20 * MEGABYTE, 'x'))).toEqual(tooLarge(10));
  });

  test('a body counts as its event carries it: base64, and escaped', async () => {
    expect(await post(Buffer.alloc(5 * MEGABYTE), { 'content-type': 'application/octet-stream' })).toEqual(tooLarge(6));
    expect(await post(Buffer.alloc(4 * MEGABYTE, '"'))).toEqual(tooLarge(6));
  });

  test.each([
    ['x', 7 * MEGABYTE],
    ['"', 4 * MEGABYTE],
  ])('an answer of %s that is above 6 MB as JSON is a 500, and told', async (character, count) => {
    const before = failures.length;
    const response = await fetch(address(`/large?${encodeURIComponent(character)}=${count}`));
    expect([response.status, await response.json()]).toEqual([500, { message: 'Internal Server Error' }]);
    expect(failures.slice(before)).toEqual(['GET /large']);
    const fitting = await fetch(address(`/large?${encodeURIComponent(character)}=${2 * MEGABYTE}`));
    expect((await fitting.text()).length).toBe(2 * MEGABYTE);
  });
});

describe('what is no request', () => {
  const raw = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      let answer = '';
      const socket = connect(gateway.port, '127.0.0.1', () => socket.write(text));
      socket.setEncoding('utf8').on('data', (part) => {
        answer += part;
      });
      socket.on('error', reject).on('end', () => resolve(answer));
    });

  test.each([
    ['with headers above 10 KB', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(12_000)}\r\n\r\n`, 431, '10 KB'],
    ['with a strange expectation', 'GET / HTTP/1.1\r\nhost: x\r\nexpect: nonsense\r\n\r\n', 417, '100-continue'],
    ['in other words than HTTP', 'HELLO\r\n\r\n', 400, 'HTTP'],
  ])('%s: an error in the shape of all others', async (_, text, status, words) => {
    const [head = '', body = ''] = (await raw(text)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/x-content-type-options: nosniff\r\n/);
    expect(head).toMatch(/cache-control: no-store\r\n/);
    expect(head).toMatch(/x-request-id: [\w-]{36}\r\n/);
    expect(JSON.parse(body)).toEqual({ success: false, error: expect.stringContaining(words) });
  });
});

test("the gateway's own answers are not kept, and their type is not guessed", async () => {
  const [broken, failed] = await Promise.all([fetch(address('/things/%zz')), fetch(address('/throws'))]);
  for (const { headers } of [broken, failed]) {
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff']);
  }
});

test('every request has one line in the log', async () => {
  const response = await fetch(address('/value?secret=1'));
  await response.text();
  expect(lines.at(-1)).toMatch(/^GET \/value 200 \d+ ms [\w-]{36}$/);
});

test('a port that is taken is refused', async () => {
  const again = openGateway({ port: gateway.port, log: () => undefined, onError: () => undefined });
  await expect(again).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
