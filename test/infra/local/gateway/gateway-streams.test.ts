import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Gateway, openGateway } from '#infra/local/gateway/gateway.ts';
import type { GatewayStream } from '#infra/local/gateway/gateway-streams.ts';
import type { StreamRequest, StreamResponse } from '#shared/runtime/define/stream.ts';

const PIECES = 5;
/** On which Node tells of every request that a server of this process gets. */
const SERVED = 'http.server.request.start';

let gateway: Gateway;
const failures: string[] = [];
const lines: string[] = [];
let asked: StreamRequest | undefined;
const gate = Promise.withResolvers<void>();
const breakGate = Promise.withResolvers<void>();
const hungUp = Promise.withResolvers<void>();
const patientEnd = Promise.withResolvers<number>();

const stream = (id: string, pieces: () => StreamResponse['pieces'] | Promise<never>): GatewayStream => ({
  id,
  path: `/streams/${id}`,
  respond: async (request) => {
    asked = request;
    return { status: 201, contentType: 'text/event-stream', pieces: await pieces() };
  },
});

async function* gated() {
  yield 'one ';
  await gate.promise;
  yield 'two';
}

async function* patient() {
  let written = 0;
  try {
    for (; written < PIECES; written += 1) {
      yield 'word ';
      await hungUp.promise;
    }
  } finally {
    patientEnd.resolve(written);
  }
}

async function* broken() {
  yield 'one ';
  await breakGate.promise;
  throw new Error('secret cause');
}

beforeAll(async () => {
  gateway = await openGateway({ port: 0, log: (line) => lines.push(line), onError: (name) => failures.push(name) });
  gateway.serve({
    endpoints: [],
    streams: [
      stream('gated', gated),
      stream('patient', patient),
      stream('broken', broken),
      stream('failing', () => Promise.reject(new Error('secret cause'))),
    ],
    fallback: { id: 'fallback', handler: async () => ({ statusCode: 404, body: 'nothing here' }) },
  });
});
afterAll(() => gateway.stop());

const post = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${gateway.url}${path}`, { method: 'POST', ...init });

/** The server's side of the next request. */
const nextResponse = (): Promise<ServerResponse> =>
  new Promise((resolve) => {
    const take = (message: unknown): void => {
      unsubscribe(SERVED, take);
      resolve((message as { response: ServerResponse }).response);
    };
    subscribe(SERVED, take);
  });

const readPiece = async (reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> =>
  new TextDecoder().decode((await reader.read()).value);

test('each piece is sent when it is there, and the next one is not waited for', async () => {
  const response = await post('/streams/gated?x=1', { body: '{"é":1}', headers: { 'X-Upper': 'Yes' } });
  expect([response.status, response.headers.get('content-type')]).toEqual([201, 'text/event-stream']);
  expect(asked).toMatchObject({ method: 'POST', path: '/streams/gated', body: '{"é":1}' });
  expect(asked?.headers).toMatchObject({ 'x-upper': 'Yes' });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  expect(await readPiece(reader)).toBe('one ');
  gate.resolve();
  expect(await readPiece(reader)).toBe('two');
  expect((await reader.read()).done).toBe(true);
  expect(lines.at(-1)).toMatch(/^POST \/streams\/gated 201 \d+ ms [\w-]{36}$/);
});

test('a function is read to its end although the client has hung up', async () => {
  const hangup = new AbortController();
  const served = nextResponse();
  const response = await post('/streams/patient', { signal: hangup.signal });
  await response.body?.getReader().read();
  const closed = once(await served, 'close');
  hangup.abort();
  await closed;
  hungUp.resolve();
  expect(await patientEnd.promise).toBe(PIECES);
});

test('a function that fails before it answers is a 500 that does not leak the cause', async () => {
  const response = await post('/streams/failing');
  expect([response.status, await response.json()]).toEqual([500, { message: 'Internal Server Error' }]);
  expect(failures).toContain('failing');
});

test('an answer breaks off where its function fails, which is reported', async () => {
  const response = await post('/streams/broken');
  expect(response.status).toBe(201);
  breakGate.resolve();
  await expect(response.text()).rejects.toThrow();
  expect(failures).toContain('broken');
});

test.each([
  ['GET', '/streams/gated'],
  ['PUT', '/streams/gated'],
  ['POST', '/streams/gated/more'],
])('%s %s goes to the fallback', async (method, path) => {
  const response = await fetch(`${gateway.url}${path}`, { method });
  expect([response.status, await response.text()]).toEqual([404, 'nothing here']);
});

test('a body above 6 MB is a 413', async () => {
  expect((await post('/streams/gated', { body: Buffer.alloc(7 * 1024 * 1024) })).status).toBe(413);
});
