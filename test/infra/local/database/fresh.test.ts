import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readCredentials } from '#infra/local/commands/demo-account.ts';
import { type LocalDynamodb, startDynamodb } from '#infra/local/database/dynamodb.ts';
import { type Client, createClient } from '#shared/client/client.ts';
import { startChildService, wordsOfStart } from '#test/harness/stack/child-service.ts';
import { NO_FAULTS } from '#test/harness/stack/faults.ts';
import { startFaultyDynamodb } from '#test/harness/stack/faulty-dynamodb.ts';

const PHONE = '+14155550101';

let folder: string;
let engine: LocalDynamodb;
let database: Awaited<ReturnType<typeof startFaultyDynamodb>>;
let variables: Record<string, string>;

/** A service over a database that is not its own, in which a number is suppressed; it has ended since. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fresh-'));
  const options = { tableName: 'unused', endpoint: undefined, onPid: () => undefined, onDeath: () => undefined };
  engine = await startDynamodb({ ...options, stateDir: folder });
  database = await startFaultyDynamodb({ engine: engine.engine, rates: NO_FAULTS, seed: 0 });
  variables = { STATE_DIR: join(folder, 'state'), AWS_ENDPOINT_URL_DYNAMODB: database.url };
  const service = await startChildService(variables);
  const [client, teamId] = clientHere();
  await client.addSuppression({ teamId, phone: PHONE });
  await service.kill();
});
afterAll(async () => {
  await database.stop();
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

const clientHere = (): [Client, string] => {
  const { base_url, api_token: token, team_id } = readCredentials(variables.STATE_DIR ?? '') ?? {};
  return [createClient({ baseUrl: base_url ?? '', token: token ?? '' }), team_id ?? ''];
};

test('--fresh says that it leaves a database of your own alone, and how to get back in', async () => {
  const { words } = await wordsOfStart(variables, ['--fresh']);
  expect(words).toContain('--fresh has emptied');
  expect(words).toContain(`It has not emptied the table`);
  expect(words).toContain(database.url);
  expect(words).toContain('npm run operate -- tokens issue demo --laptop');
  const kept = readdirSync(variables.STATE_DIR ?? '').filter((name) => name.endsWith('.secret'));
  expect(kept).toContain('number-hash.secret');
  expect(readCredentials(variables.STATE_DIR ?? '')).toBeUndefined();
});

test('without --fresh nothing is said of it', async () => {
  const { words } = await wordsOfStart(variables);
  expect(words).not.toContain('--fresh has');
});
