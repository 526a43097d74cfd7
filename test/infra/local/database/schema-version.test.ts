import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { createTable } from '#infra/local/database/create-table.ts';
import { engineCommand } from '#infra/local/database/engine/dynamodb-engine.ts';
import { type EngineProcess, spawnEngine } from '#infra/local/database/engine/engine-process.ts';
import { LOCAL_TABLE_NAME } from '#infra/local/process/environment.ts';
import { close, listen } from '#infra/local/process/json-http.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { keys } from '#shared/store/keys.ts';
import { readSchemaVersion, SCHEMA_VERSION } from '#shared/store/schema-version.ts';
import { dynamodbTable } from '#shared/store/table/dynamodb-table.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { refusalToStart, wordsOfStart } from '#test/harness/stack/child-service.ts';
import { ownEnvironment } from '#test/harness/stack/environment.ts';

/** More than an engine takes to start. */
const PATIENT_ATTEMPTS = 30;

/** Other people's tables, on an engine that runs by itself. */
let stateDir: string;
let engine: EngineProcess;
let url: string;
let raw: DynamoDBClient;
const tableOf = (tableName: string): TableWriter =>
  dynamodbTable({ tableName, client: DynamoDBDocumentClient.from(raw) });

beforeAll(async () => {
  stateDir = mkdtempSync(join(tmpdir(), 'schema-version-'));
  const placeholder = createServer();
  const port = await listen(placeholder, 0);
  await close(placeholder);
  engine = spawnEngine(engineCommand(stateDir), port);
  void engine.letGo();
  url = `http://127.0.0.1:${port}`;
  const given = { region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS, maxAttempts: PATIENT_ATTEMPTS };
  raw = new DynamoDBClient({ endpoint: url, ...given });
  await createTable(raw, 'first');
});

afterAll(async () => {
  raw.destroy();
  await engine.stop();
  rmSync(stateDir, { recursive: true, force: true });
});

const ITEM = { pk: 'ACCOUNT#acct_1', sk: 'ACCOUNT' };

describe('npm start', () => {
  const variables = () => ({ AWS_ENDPOINT_URL_DYNAMODB: url });
  let table: TableWriter;
  beforeEach(() => {
    table = tableOf(LOCAL_TABLE_NAME);
  });

  test('marks a new table, and starts on it again', async () => {
    await wordsOfStart(variables());
    expect(await readSchemaVersion(table)).toBe(SCHEMA_VERSION);
    expect((await wordsOfStart(variables())).words).toContain('Ready at');
  });

  test('refuses a table of another version, and says what it found, what it needs and what can be done', async () => {
    await table.write({ update: keys.schema(), set: { version: 7 } });
    const words = await refusalToStart(variables());
    expect(words).toContain(`The table has schema version 7; this release needs version ${SCHEMA_VERSION}.`);
    expect(words).toContain('"npm run migrate -- --laptop"');
    expect(words).toMatch(`start the release that made it, or delete the table ${LOCAL_TABLE_NAME} at ${url}`);
    expect(await readSchemaVersion(table)).toBe(7);
  });

  test('refuses a table with items and no version', async () => {
    await table.write({ delete: keys.schema() });
    expect(await refusalToStart(variables())).toMatch(/has no schema version, so it was made by an older release/);
    expect(await readSchemaVersion(table)).toBeNull();
  });
});

describe('npm run account', () => {
  let tables = 0;
  let tableName: string;

  beforeEach(async () => {
    tables += 1;
    tableName = `deployed-${tables}`;
    await createTable(raw, tableName);
  });

  const create = () =>
    spawnSync(
      process.execPath,
      ['infra/local/commands/account.ts', 'create', '--slug', 'acme', '--name', 'Acme', '--email', 'ops@acme.example'],
      {
        cwd: PROJECT_ROOT,
        encoding: 'utf8',
        env: ownEnvironment({
          STATE_DIR: join(stateDir, 'nothing-runs-here'),
          TABLE_NAME: tableName,
          AWS_ENDPOINT_URL_DYNAMODB: url,
          AWS_REGION: LOCAL_REGION,
          AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
          AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
        }),
      },
    );

  test('marks a table that was just deployed with its first account', async () => {
    expect(create()).toMatchObject({ status: 0 });
    expect(await readSchemaVersion(tableOf(tableName))).toBe(SCHEMA_VERSION);
  });

  test('refuses a table of another version, or of none, and creates nothing in it', async () => {
    await tableOf(tableName).write({ put: ITEM });
    const older = create();
    expect([older.status, older.stderr]).toEqual([1, expect.stringContaining('has no schema version')]);
    await tableOf(tableName).write({ put: { ...keys.schema(), version: 7 } });
    const newer = create();
    expect([newer.status, newer.stderr]).toEqual([1, expect.stringContaining('has schema version 7; this release')]);
    expect(newer.stderr).toContain(`Run this command from the release that serves the table ${tableName}.`);
    expect(await tableOf(tableName).get(keys.slug('acme'))).toBeUndefined();
  });
});
