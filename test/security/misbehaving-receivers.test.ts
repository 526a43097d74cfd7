import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { WebhookAnswer } from '#shared/ports/post-webhook.ts';
import { guardedPost, WEBHOOK_DEADLINE_MS } from '#shared/runtime/clients/post-webhook.ts';
import { newSuiteTime } from '#test/harness/time/suite-time.ts';
import { cancel, regularly } from '#test/harness/time/timers.ts';
import { type LoopbackCanary, startCanary } from './loopback-canary.ts';

const LATE = { statusCode: null, latencyMs: WEBHOOK_DEADLINE_MS, error: 'No answer within 5 seconds.' };
const DRIP_MS = 100;
const MEGABYTE = Buffer.alloc(1_000_000, 'a');
const SIGNATURE = 'c2VhbGVk';
const BODY = '{"type":"call.completed","data":{"to":"+12025550143"}}';

const time = newSuiteTime();

const opened: Array<() => void> = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

const listen = async (server: Server | HttpServer): Promise<number> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
};

const receive = async (handle: RequestListener) => `http://127.0.0.1:${await listen(createHttpServer(handle))}/hook`;

/** A receiver below HTTP: gets the socket once the request has begun to arrive. */
const receiveRaw = async (handle: (socket: Socket) => void) =>
  `http://127.0.0.1:${await listen(createServer((socket) => socket.once('data', () => handle(socket))))}/hook`;

const send = async (url: string): Promise<WebhookAnswer> => {
  const post = guardedPost({ allowLoopback: true });
  const headers = { 'content-type': 'application/json', 'x-signature': SIGNATURE };
  const answer = await post({ url, headers, body: BODY });
  expect(JSON.stringify(answer)).not.toMatch(new RegExp(`${SIGNATURE}|call\\.completed|2025550143|127\\.0\\.0\\.1`));
  return answer;
};

/** What comes of a post to a receiver below HTTP that never completes its answer; time passes once it is reached. */
const sendInVain = async (handle: (socket: Socket) => void, protocol = 'http:'): Promise<WebhookAnswer> => {
  const reached = Promise.withResolvers<void>();
  const url = await receiveRaw((socket) => {
    handle(socket);
    reached.resolve();
  });
  const answer = send(url.replace('http:', protocol));
  await reached.promise;
  time.expectSilence(url);
  return await time.during(() => answer);
};

const drip = (socket: Socket, text: string): void => {
  const timer = regularly(() => socket.write(text), DRIP_MS);
  socket.on('close', () => cancel(timer)).write(text);
};

test('the deadline is the five seconds that receivers are promised', () => {
  expect(WEBHOOK_DEADLINE_MS).toBe(5_000);
});

test('a receiver gets method, headers and body as they are, and each post on a connection of its own', async () => {
  const got: unknown[] = [];
  const ports = new Set<number | undefined>();
  const url = await receive(async (request, response) => {
    ports.add(request.socket.remotePort);
    const body = Buffer.concat(await request.toArray()).toString();
    const { 'x-signature': signature, connection } = request.headers;
    got.push({ method: request.method, path: request.url, signature, connection, body });
    response.end('ok');
  });
  await send(`${url}?team=1`);
  expect(await send(`${url}?team=1`)).toEqual({ statusCode: 200, latencyMs: expect.any(Number), error: null });
  const expected = { method: 'POST', path: '/hook?team=1', signature: SIGNATURE, connection: 'close', body: BODY };
  expect(got).toEqual([expected, expected]);
  expect(ports.size).toBe(2);
});

test.each([200, 204, 400, 401, 404, 410, 429, 500, 503])('the status %i is handed on as it is', async (status) => {
  const url = await receive((_, response) => response.writeHead(status).end());
  expect(await send(url)).toMatchObject({ statusCode: status, error: null });
});

describe('a redirect is an answer and is not followed', () => {
  let canary: LoopbackCanary;
  afterEach(() => canary.stop());

  test.each([301, 302, 303, 307, 308])('%i', async (status) => {
    canary = await startCanary();
    const { port } = canary;
    const locations = [
      `http://127.0.0.1:${port}/`,
      `http://[::1]:${port}/`,
      `//127.0.0.1:${port}/`,
      `//localhost:${port}`,
    ];
    for (const location of locations) {
      const headers = { location, refresh: `0; url=${location}` };
      const url = await receive((_, response) => response.writeHead(status, headers).end());
      expect(await send(url)).toMatchObject({ statusCode: status, error: null });
    }
    expect(await canary.countConnections()).toBe(0);
  });
});

describe('the deadline ends', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['a receiver that hangs', () => undefined],
    ['a status line that drips', (socket) => socket.write('HTTP/1.1 200 ') && drip(socket, 'O')],
    ['headers that drip', (socket) => socket.write('HTTP/1.1 200 OK\r\n') && drip(socket, 'x-a: b\r\n')],
    ['interim answers without end', (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n')],
  ])('%s', async (_, handle) => {
    expect(await sendInVain(handle)).toEqual(LATE);
  });

  test('a TLS handshake that hangs', async () => {
    expect(await sendInVain(() => undefined, 'https:')).toEqual(LATE);
  });

  test('a look-up that hangs', async () => {
    const url = 'https://crm.example.com/';
    const post = guardedPost({ allowLoopback: false, lookup: () => undefined });
    const answer = post({ url, headers: {}, body: BODY });
    time.expectSilence(url);
    expect(await time.during(() => answer)).toEqual(LATE);
  });
});

describe('the body of an answer is not waited for, and its connection is closed', () => {
  test.each<[string, (socket: Socket) => void]>([
    ['without end', (socket) => drip(socket, 'a')],
    ['huge', (socket) => socket.on('drain', () => socket.write(MEGABYTE)).write(MEGABYTE)],
  ])('%s', async (_, writeBody) => {
    const closed = Promise.withResolvers<void>();
    const url = await receiveRaw((socket) => {
      socket.on('close', () => closed.resolve());
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000000000\r\n\r\n');
      writeBody(socket);
    });
    expect(await send(url)).toMatchObject({ statusCode: 200, error: null });
    await closed.promise;
  });
});

describe('a failure is told in words', () => {
  const CLOSED = 'The receiver closed the connection without an answer.';
  const NOT_HTTP = 'The receiver did not answer in HTTP.';

  test.each<[string, (socket: Socket) => void, string]>([
    ['closes the connection', (socket) => socket.end(), CLOSED],
    ['resets the connection', (socket) => socket.resetAndDestroy(), CLOSED],
    ['stops in the middle of its headers', (socket) => socket.end('HTTP/1.1 200 OK\r\nx-a'), CLOSED],
    [
      'switches protocols',
      (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
      CLOSED,
    ],
    ['speaks another protocol', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), NOT_HTTP],
    ['sends headers without end', (socket) => socket.write(`HTTP/1.1 200 OK\r\nx-a: ${MEGABYTE}`), NOT_HTTP],
  ])('a receiver that %s', async (_, handle, words) => {
    expect(await send(await receiveRaw(handle))).toMatchObject({ statusCode: null, error: words });
  });

  test('a port that nobody listens on', async () => {
    const server = createServer();
    const port = await listen(server);
    server.close();
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ error: 'The receiver refused the connection.' });
  });

  test('a port that does not speak TLS', async () => {
    const url = await receive((_, response) => response.end());
    expect(await send(url.replace('http:', 'https:'))).toMatchObject({
      error: 'The receiver did not complete the TLS handshake.',
    });
  });

  test('a name without an address', async () => {
    for (const code of ['ENOTFOUND', 'EAI_AGAIN', null]) {
      const post = guardedPost({
        allowLoopback: false,
        lookup: (_hostname, _options, callback) => callback(code ? Object.assign(new Error(), { code }) : null, []),
      });
      expect(await post({ url: 'https://crm.example.com/', headers: {}, body: BODY })).toMatchObject({
        statusCode: null,
        error: 'The host name does not resolve.',
      });
    }
  });

  test('what cannot be sent at all', async () => {
    const post = guardedPost({ allowLoopback: true });
    const unsendable = [
      { url: 'no url', headers: {}, body: BODY },
      { url: 'http://127.0.0.1:1/', headers: { 'x-signature': `${SIGNATURE}\r\n` }, body: BODY },
    ];
    for (const each of unsendable) {
      expect(await post(each)).toMatchObject({ statusCode: null, error: 'The request could not be sent.' });
    }
  });
});
