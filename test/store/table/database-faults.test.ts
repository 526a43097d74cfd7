import { createServer, type Server } from 'node:http';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { close, listen } from '#infra/local/process/json-http.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { AWS_CLIENTS } from '#shared/store/table/aws-clients.ts';
import { NO_FAULTS } from '#test/harness/stack/faults.ts';
import { startFaultyDynamodb } from '#test/harness/stack/faulty-dynamodb.ts';

/** A database that answers everything, and counts. */
let database: Server;
let engineUrl: string;
let answered = 0;
beforeAll(async () => {
  database = createServer((request, response) => {
    request.resume().once('end', () => {
      answered += 1;
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
    });
  });
  engineUrl = `http://127.0.0.1:${await listen(database, 0)}`;
});
afterAll(() => close(database));

test('a request is carried out although every attempt but the last is throttled', async () => {
  const faulty = await startFaultyDynamodb({ engineUrl, rates: { ...NO_FAULTS, throttling: 1 }, seed: 1 });
  const client = new DynamoDBClient({
    ...AWS_CLIENTS.database,
    endpoint: faulty.url,
    region: LOCAL_REGION,
    credentials: LOCAL_CREDENTIALS,
  });
  await client.send(new GetItemCommand({ TableName: 'table', Key: { pk: { S: 'a' }, sk: { S: 'b' } } }));
  expect(faulty.fired.throttling).toBe(AWS_CLIENTS.database.maxAttempts - 1);
  expect(answered).toBe(1);
  client.destroy();
  await faulty.stop();
});
