import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { startDynamodb } from '#infra/local/database/dynamodb.ts';
import { LOCAL_CREDENTIALS } from '#infra/local/process/local-aws.ts';
import { commandOf, endProcess } from '#infra/local/process/processes.ts';
import { explain } from '#infra/local/process/start-error.ts';
import { openStateDirectory } from '#infra/local/process/state-directory.ts';
import { INDEXES } from '#shared/store/table/table-schema.ts';

let path: string;

beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'state-'));
});

afterEach(() => rmSync(path, { recursive: true, force: true }));

const engine = (onPid: (pid: number) => void = () => undefined, onDeath: (message: string) => void = () => undefined) =>
  startDynamodb({ stateDir: path, tableName: 'some-table', endpoint: undefined, onPid, onDeath });

test('a state directory has one holder, which the second one is told', async () => {
  const first = await openStateDirectory(path);
  first.note({ base_url: 'http://localhost:3000' });
  await expect(openStateDirectory(path)).rejects.toThrow(`process ${process.pid} at http://localhost:3000`);
  first.release();
  (await openStateDirectory(path)).release();
});

test('emptying keeps the lock and deletes everything else', async () => {
  writeFileSync(join(path, 'old.db'), 'old');
  const state = await openStateDirectory(path);
  state.empty();
  expect(existsSync(join(path, 'old.db'))).toBe(false);
  await expect(openStateDirectory(path)).rejects.toThrow('already running');
  state.release();
});

test('a killed service takes its engine with it', async () => {
  const code =
    "import { startDynamodb } from '#infra/local/database/dynamodb.ts';" +
    'let pid;' +
    'const onPid = (started) => { pid = started; };' +
    "const options = { stateDir: process.argv[1], tableName: 'some-table', onPid, onDeath() {} };" +
    'const { url } = await startDynamodb(options);' +
    'console.log(JSON.stringify({ pid, port: new URL(url).port }));';
  const service = spawn(process.execPath, ['--input-type=module', '-e', code, path], {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await once(service.stdout, 'data');
  const { pid, port } = JSON.parse(String(printed));
  expect(commandOf(pid)).toContain('dynoxide');
  const connection = connect(port, '127.0.0.1');
  await once(connection, 'connect');
  const closed = new Promise((resolve) => connection.on('error', () => undefined).once('close', resolve));
  service.kill('SIGKILL');
  await closed;
  // A process that is ending closes its connections, and has no command any more.
  expect(commandOf(pid)).toBeFalsy();
});

test('the engine that a killed service left behind is ended by the next start', async () => {
  let pid = 0;
  await engine((started) => {
    pid = started;
  });
  writeFileSync(join(path, 'service.pid'), JSON.stringify({ pid: 1, dynoxide_pid: pid }));
  const state = await openStateDirectory(path);
  expect(commandOf(pid)).toBeUndefined();
  state.release();
});

test('a process that is no engine is never ended', async () => {
  writeFileSync(join(path, 'service.pid'), JSON.stringify({ pid: 1, dynoxide_pid: process.pid }));
  (await openStateDirectory(path)).release();
  expect(commandOf(process.pid)).toBeDefined();
});

test('the table has every index and survives a restart', async () => {
  const first = await engine();
  await first.stop();
  const second = await engine();
  const client = new DynamoDBClient({ endpoint: second.url, region: 'us-east-1', credentials: LOCAL_CREDENTIALS });
  const { Table } = await client.send(new DescribeTableCommand({ TableName: 'some-table' }));
  const indexes = [...(Table?.GlobalSecondaryIndexes ?? []), ...(Table?.LocalSecondaryIndexes ?? [])];
  expect(indexes.map(({ IndexName }) => IndexName).sort()).toEqual(Object.keys(INDEXES).sort());
  client.destroy();
  await second.stop();
});

test('an engine that dies is reported', async () => {
  let pid = 0;
  const death = new Promise<string>((resolve) => {
    engine((started) => {
      pid = started;
    }, resolve).then(() => endProcess(pid, 1_000));
  });
  expect(await death).toContain('database stopped');
});

test('an endpoint where nothing answers is named', async () => {
  const endpoint = 'http://127.0.0.1:9';
  const options = {
    stateDir: path,
    tableName: 'some-table',
    endpoint,
    onPid: () => undefined,
    onDeath: () => undefined,
  };
  await expect(startDynamodb(options)).rejects.toThrow(`AWS_ENDPOINT_URL_DYNAMODB is ${endpoint}`);
});

test('a folder that cannot be written and a full disk are told in words', async () => {
  writeFileSync(join(path, 'file'), '');
  const error = await openStateDirectory(join(path, 'file')).catch((reason: unknown) => reason);
  expect(explain(error, 'X')).toContain('cannot be written');
  expect(explain(Object.assign(new Error(), { code: 'ENOSPC' }), 'X')).toContain('full');
});
