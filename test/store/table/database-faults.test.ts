import { createServer, type Server, type ServerResponse } from 'node:http';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ordinaryConnections } from '#infra/local/database/engine/engine-connections.ts';
import { close, listen } from '#infra/local/process/json-http.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { databaseClient } from '#shared/store/table/aws-clients.ts';
import { NO_FAULTS } from '#test/harness/stack/faults.ts';
import { startFaultyDynamodb } from '#test/harness/stack/faulty-dynamodb.ts';

const REQUESTS_AT_ONCE = 300;

/** A database that answers everything, once so many requests wait for it. */
let database: Server;
let engineUrl: string;
let waiting: ServerResponse[];
let answered: number;
let answersFrom: number;
beforeEach(async () => {
  waiting = [];
  answered = 0;
  answersFrom = 1;
  database = createServer((request, response) => {
    request.resume().once('end', () => {
      waiting.push(response);
      if (waiting.length < answersFrom) return;
      answersFrom = 1;
      const answers = waiting.splice(0);
      answered += answers.length;
      for (const each of answers) each.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
    });
  });
  engineUrl = `http://127.0.0.1:${await listen(database, 0)}`;
});
afterEach(() => close(database));

const clientOf = (endpoint: string) =>
  new DynamoDBClient({ ...databaseClient(), endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS });
const read = new GetItemCommand({ TableName: 'table', Key: { pk: { S: 'a' }, sk: { S: 'b' } } });

test('a request is carried out although every attempt but the last is throttled', async () => {
  const engine = { url: engineUrl, agent: ordinaryConnections() };
  const faulty = await startFaultyDynamodb({ engine, rates: { ...NO_FAULTS, throttling: 1 }, seed: 1 });
  const client = clientOf(faulty.url);
  await client.send(read);
  expect(faulty.fired.throttling).toBe(databaseClient().maxAttempts - 1);
  expect(answered).toBe(1);
  client.destroy();
  await faulty.stop();
  engine.agent.destroy();
});

test('hundreds of requests at once have a connection each', async () => {
  answersFrom = REQUESTS_AT_ONCE;
  const client = clientOf(engineUrl);
  const replies = await Promise.allSettled(Array.from({ length: REQUESTS_AT_ONCE }, () => client.send(read)));
  expect(replies.filter(({ status }) => status === 'rejected')).toEqual([]);
  client.destroy();
});
