import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AttributeValue, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { startDynamodb } from '#infra/local/database/dynamodb.ts';
import { clientFor } from '#infra/local/database/engine/engine-start.ts';
import { LOCAL_TABLE_NAME } from '#infra/local/process/environment.ts';
import { refusalToStart, wordsOfStart } from '#test/harness/stack/child-service.ts';
import { runNode } from '#test/infra/operate/operate.ts';

/** The state of a laptop as the release of schema version 4 left it: without a key of number hashes. */
let STATE_DIR: string;
beforeAll(async () => {
  STATE_DIR = mkdtempSync(join(tmpdir(), 'migrate-'));
  const options = { stateDir: STATE_DIR, tableName: LOCAL_TABLE_NAME, endpoint: undefined };
  const database = await startDynamodb({ ...options, onPid: () => undefined, onDeath: () => undefined });
  const client = clientFor(database.url);
  const recorded = readFileSync(join(PROJECT_ROOT, 'test/store/migrations/version-4.jsonl'), 'utf8').trim();
  for (const line of recorded.split('\n')) {
    const Item = JSON.parse(line) as Record<string, AttributeValue>;
    await client.send(new PutItemCommand({ TableName: LOCAL_TABLE_NAME, Item }));
  }
  client.destroy();
  await database.stop();
});
afterAll(() => rmSync(STATE_DIR, { recursive: true, force: true }));

const migrate = (...words: string[]) => runNode('infra/local/commands/migrate.ts', words, { STATE_DIR });

test('the state of a laptop of before is refused, looked at, carried over, and served', async () => {
  expect(await refusalToStart({ STATE_DIR })).toContain('"npm run migrate -- --laptop"');
  const looked = await migrate('--laptop', '--dry-run');
  expect([looked.code, looked.stderr]).toEqual([0, '']);
  expect(looked.stdout).toContain('would be carried over from schema version 4 to 5');
  expect((await migrate('--laptop')).stdout).toContain('is carried over from schema version 4 to 5');
  expect((await migrate('--laptop')).stdout).toContain('Nothing is to be done');
  expect((await wordsOfStart({ STATE_DIR })).words).toContain('Ready at');
});

test('which table is meant is said', async () => {
  const { code, stderr } = await migrate();
  expect([code, stderr]).toEqual([1, expect.stringContaining('Say which table')]);
});
