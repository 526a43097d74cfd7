import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type LocalDynamodb, startDynamodb } from '#infra/local/database/dynamodb.ts';
import { engineClient } from '#infra/local/database/engine-client.ts';
import { wipeDatabases } from '#infra/local/database/wipe-databases.ts';
import { LOCAL_TABLE_NAME } from '#infra/local/process/environment.ts';
import { SECOND_MS } from '#shared/domain/time.ts';
import { dynamodbTable } from '#shared/store/table/dynamodb-table.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

const VALUE = 'a-value-that-occurs-nowhere-else';
const REPLY_MAX_MS = 30 * SECOND_MS;
const WRITERS = 4;

let dir: string;
let dynamodb: LocalDynamodb;
let table: TableWriter;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'wiped-'));
  const onDeath = (message: string): void => console.error(message);
  const options = { stateDir: dir, tableName: LOCAL_TABLE_NAME, endpoint: undefined, onPid: () => undefined, onDeath };
  dynamodb = await startDynamodb(options);
  table = dynamodbTable({ tableName: LOCAL_TABLE_NAME, client: engineClient(dynamodb.engine, REPLY_MAX_MS) });
});
afterAll(async () => {
  await dynamodb.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Files of the state that hold the value. */
const holding = (): string[] => readdirSync(dir).filter((file) => readFileSync(join(dir, file)).includes(VALUE));

const write = (pk: string, text: string) => table.write({ put: { pk, sk: 's', text } });

test('what was deleted or replaced is in no file any more, while the engine goes on', async () => {
  await write('deleted', VALUE);
  await write('replaced', VALUE.repeat(20));
  await table.write({ delete: { pk: 'deleted', sk: 's' } });
  await write('replaced', 'short');
  expect(holding()).not.toEqual([]);
  let isWiping = true;
  const writer = async (name: number): Promise<number> => {
    let writes = 0;
    for (; isWiping; writes += 1) await write(`writer ${name}`, `${writes}`);
    return writes;
  };
  const writing = Promise.all(Array.from({ length: WRITERS }, (_, name) => writer(name)));
  await wipeDatabases(dir);
  isWiping = false;
  const writes = await writing;
  expect(holding()).toEqual([]);
  for (const [name, written] of writes.entries())
    expect(await table.get({ pk: `writer ${name}`, sk: 's' })).toMatchObject({ text: `${written - 1}` });
});
