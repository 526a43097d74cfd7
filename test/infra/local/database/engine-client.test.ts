import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { engineClient } from '#infra/local/database/engine/engine-client.ts';
import { ordinaryConnections } from '#infra/local/database/engine/engine-connections.ts';
import { close, listen } from '#infra/local/process/json-http.ts';
import { databaseClient } from '#shared/store/table/aws-clients.ts';
import { dynamodbTable } from '#shared/store/table/dynamodb-table.ts';
import { newSuiteTime } from '#test/harness/time/suite-time.ts';

const REPLY_MAX_MS = 5_000;
const KEY = { pk: 'P', sk: 'A' };

const time = newSuiteTime();

/** An engine that answers when the test says so. */
let engine: Server;
let connections: number;
let asked: ServerResponse[];
let isSilent: boolean;
let address: Parameters<typeof engineClient>[0];

const answer = (response: ServerResponse): unknown =>
  response
    .writeHead(200, { 'content-type': 'application/x-amz-json-1.0' })
    .end('{"Item":{"pk":{"S":"P"},"sk":{"S":"A"}}}');

beforeEach(async () => {
  [connections, asked, isSilent] = [0, [], true];
  engine = createServer((request, response) => {
    request.resume().once('end', () => {
      asked.push(response);
      if (!isSilent) answer(response);
    });
  }).on('connection', () => {
    connections += 1;
  });
  address = { url: `http://127.0.0.1:${await listen(engine, 0)}`, agent: ordinaryConnections() };
  time.expectSilence(address.url);
});
afterEach(async () => {
  address.agent.destroy();
  await close(engine);
});

test('a late reply counts as lost, and its connection is kept for later requests', async () => {
  const table = dynamodbTable({ tableName: 'any', client: engineClient(address, REPLY_MAX_MS) });
  const begin = time.now();
  await expect(time.during(() => table.get(KEY))).rejects.toThrow(`did not reply within ${REPLY_MAX_MS} ms`);
  const { maxAttempts } = databaseClient();
  expect(time.now() - begin).toBeGreaterThanOrEqual(maxAttempts * REPLY_MAX_MS);
  expect([asked.length, connections]).toEqual([maxAttempts, maxAttempts]);
  isSilent = false;
  for (const response of asked) answer(response);
  const free = () => Object.values(address.agent.freeSockets).flat().length;
  await time.until(() => free() === maxAttempts, 'replies');
  expect(await time.during(() => table.get(KEY))).toEqual(KEY);
  expect(connections).toBe(maxAttempts);
});
