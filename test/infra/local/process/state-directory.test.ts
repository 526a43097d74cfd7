import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { readCredentials } from '#infra/local/commands/demo-account.ts';
import { startDynamodb } from '#infra/local/database/dynamodb.ts';
import { LOCAL_CREDENTIALS } from '#infra/local/process/local-aws.ts';
import { commandOf, endProcess } from '#infra/local/process/processes.ts';
import { explain } from '#infra/local/process/start-error.ts';
import { openStateDirectory } from '#infra/local/process/state-directory.ts';
import { INDEXES } from '#shared/store/table/table-schema.ts';
import { startChildService } from '#test/harness/stack/child-service.ts';

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

/** What others may do with anything below a folder. */
const rightsOfOthers = (folder: string): [name: string, mode: number][] =>
  ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
    .map((name): [string, number] => [
      name,
      (statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077,
    ])
    .filter(([, mode]) => mode !== 0);

test('a state directory is its owner’s alone, also what others could read before', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'outside-'));
  chmodSync(outside, 0o755);
  mkdirSync(join(path, 'sqs'), { mode: 0o755 });
  for (const name of ['dynamodb.db', 'sqs/recording.wav']) writeFileSync(join(path, name), '', { mode: 0o644 });
  for (const name of ['', 'sqs']) chmodSync(join(path, name), 0o777);
  for (const name of ['dynamodb.db', 'sqs/recording.wav']) chmodSync(join(path, name), 0o666);
  const state = await openStateDirectory(path);
  writeFileSync(join(path, 'new.db'), '');
  expect(rightsOfOthers(path)).toEqual([]);
  symlinkSync(outside, join(path, 'link'));
  state.release();
  (await openStateDirectory(path)).release();
  expect(statSync(outside).mode & 0o777).toBe(0o755);
  rmSync(outside, { recursive: true });
});

test('nothing that a service writes can be read by others, and what it prints to a file shows no token', async () => {
  const { stateDir, output, kill } = await startChildService({});
  const { api_token } = readCredentials(stateDir) ?? {};
  const [rights, words] = [rightsOfOthers(stateDir), output()];
  await kill();
  expect(rights).toEqual([]);
  expect([typeof api_token, words.includes(String(api_token))]).toEqual(['string', false]);
  expect(words).toContain(`token in ${stateDir}/credentials.json`);
});

test('a killed service takes its engine with it', async () => {
  const code =
    "import { startDynamodb } from '#infra/local/database/dynamodb.ts';" +
    'let pid;' +
    'const onPid = (started) => { pid = started; };' +
    "const options = { stateDir: process.argv[1], tableName: 'some-table', onPid, onDeath() {} };" +
    'const { engine } = await startDynamodb(options);' +
    'console.log(JSON.stringify({ pid, port: new URL(engine.url).port }));';
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
