import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteCommand, type DynamoDBDocumentClient, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type LocalDynamodb, startDynamodb } from '#infra/local/database/dynamodb.ts';
import { engineClient } from '#infra/local/database/engine/engine-client.ts';
import { deleteExpired } from '#infra/local/database/item-expiry.ts';
import { SECOND_MS } from '#shared/domain/time.ts';
import { TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';

const TableName = 'items';
const NOW = new Date('2026-03-02T12:00:00.000Z');
const NOW_SECONDS = NOW.getTime() / SECOND_MS;

let stateDir: string;
let database: LocalDynamodb;
let client: DynamoDBDocumentClient;

beforeAll(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'item-expiry-'));
  const noDeath = (message: string): never => {
    throw new Error(message);
  };
  database = await startDynamodb({
    stateDir,
    tableName: TableName,
    endpoint: undefined,
    onPid: () => undefined,
    onDeath: noDeath,
  });
  client = engineClient(database.engine, 10 * SECOND_MS);
});
afterAll(async () => {
  client.destroy();
  await database.stop();
  rmSync(stateDir, { recursive: true });
});

const put = (sk: string, ends?: number) =>
  client.send(
    new PutCommand({ TableName, Item: { pk: 'p', sk, ...(ends !== undefined && { [TTL_ATTRIBUTE]: ends }) } }),
  );

const names = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName })) found.push(...Items.map(({ sk }) => sk));
  return found.toSorted();
};

const expire = (most?: number) => deleteExpired({ client, tableName: TableName, now: NOW, ...(most && { most }) });

beforeEach(async () => {
  for (const sk of await names()) await client.send(new DeleteCommand({ TableName, Key: { pk: 'p', sk } }));
  await put('for good');
  await put('ends later', NOW_SECONDS + 1);
  await put('ends just now', NOW_SECONDS);
  for (let ended = 0; ended < 30; ended += 1) await put(`ended ${ended}`, NOW_SECONDS - 1 - ended);
});

test('what has ended is deleted, and nothing else', async () => {
  expect(await expire()).toBe(30);
  expect(await names()).toEqual(['ends just now', 'ends later', 'for good']);
  expect(await expire()).toBe(0);
});

test('of more than a run may delete, the next one deletes the rest', async () => {
  expect(await expire(20)).toBe(20);
  expect(await names()).toHaveLength(13);
  expect(await expire(20)).toBe(10);
});

test('what was given a new end after it was found stays', async () => {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName === 'DeleteItemCommand') await put('ended 7', NOW_SECONDS + 60);
        return next(args);
      },
    { step: 'initialize', name: 'renewal' },
  );
  expect(await expire()).toBe(29);
  client.middlewareStack.remove('renewal');
  expect(await names()).toEqual(['ended 7', 'ends just now', 'ends later', 'for good']);
});
