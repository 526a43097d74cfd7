import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { close, listen } from '#infra/local/process/json-http.ts';
import { findRunningService } from '#infra/local/process/service-file.ts';
import { type ListeningSocket, listeningSockets } from '#test/harness/listening-sockets.ts';
import { startChildService } from '#test/harness/stack/child-service.ts';
import { stack } from '#test/harness/stack/environment.ts';

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|\[::1\])$/;

let service: Awaited<ReturnType<typeof startChildService>>;
beforeAll(async () => {
  service = await startChildService({});
});
afterAll(() => service.kill());

const portOf = (url: string | null): number => Number(new URL(url ?? '').port);

const expectLoopback = (sockets: ListeningSocket[]): void =>
  expect(sockets.filter(({ address }) => !LOOPBACK.test(address))).toEqual([]);

test('every socket of npm start and of what it starts is on loopback', () => {
  const { sockets, unseen } = listeningSockets(service.pid);
  expectLoopback(sockets);
  expect(unseen).toEqual([]);
  const { base_url, dynamodb_url, sqs_url, scheduler_url, carrier_url } = service.address;
  const known = [base_url, dynamodb_url, sqs_url, scheduler_url, carrier_url].map(portOf);
  expect(sockets.map(({ port }) => port)).toEqual(expect.arrayContaining(known));
  // The database engine, whose port nobody is told.
  expect(new Set(sockets.map(({ pid }) => pid)).size).toBe(2);
});

test('so is every socket of the stack that the tests talk to', () => {
  const { sockets, unseen } = listeningSockets(findRunningService(stack().state_dir)?.pid ?? 0);
  expectLoopback(sockets);
  expect([unseen, sockets.length > 5]).toEqual([[], true]);
});

test('a socket on every address would be seen', async () => {
  const servers = [createServer(), createServer()] as const;
  const ports = [await listen(servers[0], 0, '0.0.0.0'), await listen(servers[1], 0, '::')];
  const { sockets } = listeningSockets(process.pid);
  const found = ports.map((port) => sockets.find((socket) => socket.port === port)?.address);
  await Promise.all(servers.map(close));
  expect(found).toEqual(['0.0.0.0', '[::]']);
});
