import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type LocalDynamodb, startDynamodb } from '#infra/local/database/dynamodb.ts';
import { strangerAt } from '#infra/local/database/engine/accept-queue.ts';
import { clientFor } from '#infra/local/database/engine/engine-start.ts';
import { StartError } from '#infra/local/process/start-error.ts';

/** Whatever another program may try at the engine's port while the service starts. */

const LOOK_AGAIN_MS = 2;
const DEADLINE_MS = 10_000;

const TABLE = JSON.stringify({
  TableName: 'made-by-a-stranger',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
});
/** What the engine takes for a signature. */
const SIGNATURE =
  'AWS4-HMAC-SHA256 Credential=x/20261121/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=00';
const REQUEST = [
  'POST / HTTP/1.1',
  'Host: localhost',
  `Authorization: ${SIGNATURE}`,
  'X-Amz-Date: 20261121T000000Z',
  'X-Amz-Target: DynamoDB_20120810.CreateTable',
  'Content-Type: application/x-amz-json-1.0',
  `Content-Length: ${TABLE.length}`,
  '',
  TABLE,
].join('\r\n');

/** Connects as soon as something listens, asks, prints what it hears, and stays, or resets the connection. */
const STRANGER = `
const [port, request, stays] = process.argv.slice(1);
const attempt = () => {
  const socket = require('node:net').connect(Number(port), '127.0.0.1');
  const ask = () => socket.write(request, () => stays || socket.resetAndDestroy());
  socket.once('connect', ask).on('data', (heard) => process.stdout.write(heard));
  socket.on('error', ({ code }) => code === 'ECONNREFUSED' && setTimeout(attempt, 1));
};
attempt();`;

let stateDir: string;
let pids: number[];
let started: LocalDynamodb | undefined;
let strangers: ChildProcess[];
let heard: string;
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'engine-start-'));
  [pids, started, strangers, heard] = [[], undefined, [], ''];
});
const stopDatabase = async (): Promise<void> => {
  await started?.stop();
  started = undefined;
};
afterEach(async () => {
  for (const stranger of strangers) stranger.kill('SIGKILL');
  await stopDatabase();
  rmSync(stateDir, { recursive: true, force: true });
});

const portOf = (pid: number): number => Number(/--port\0(\d+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[1]);

/** Stops this whole process until a stranger is connected. */
const waitForStranger = (port: number): void => {
  const deadline = Date.now() + DEADLINE_MS;
  const nothing = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  while (strangerAt(port, []) === undefined) {
    if (Date.now() > deadline) throw new Error('The stranger did not connect.');
    Atomics.wait(nothing, 0, 0, LOOK_AGAIN_MS);
  }
};

const letStrangerStay = (pid: number): void => {
  const port = portOf(pid);
  const stranger = spawn(process.execPath, ['-e', STRANGER, String(port), REQUEST, 'stays']);
  stranger.stdout.on('data', (text) => {
    heard += text;
  });
  strangers.push(stranger);
  waitForStranger(port);
};

const letStrangerReset = (pid: number): void => {
  spawnSync(process.execPath, ['-e', STRANGER, String(portOf(pid)), REQUEST], { timeout: DEADLINE_MS });
};

/** Starts the engine, and does something as soon as its process exists. */
const start = async (disturb: (pid: number) => void): Promise<LocalDynamodb> => {
  const onPid = (pid: number): void => {
    pids.push(pid);
    disturb(pid);
  };
  const tableName = 'our-own';
  started = await startDynamodb({ stateDir, tableName, endpoint: undefined, onPid, onDeath: () => undefined });
  return started;
};

/** Does something at the first attempt only. */
const once = (disturb: (pid: number) => void) => (pid: number) => pids.length === 1 && disturb(pid);

const tables = async ({ url }: LocalDynamodb): Promise<string[] | undefined> => {
  const client = clientFor(url);
  const { TableNames } = await client.send(new ListTablesCommand({}));
  client.destroy();
  return TableNames;
};

const hasClosed = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

const closed = (stranger: ChildProcess): Promise<void> =>
  new Promise((resolve) => (hasClosed(stranger) ? resolve() : stranger.once('close', () => resolve())));

test('a stranger who connects before the service gets no answer, and the service starts elsewhere', async () => {
  const database = await start(once(letStrangerStay));
  expect(await tables(database)).toEqual(['our-own']);
  await stopDatabase();
  await Promise.all(strangers.map(closed));
  expect(heard).toBe('');
  expect(new Set(pids).size).toBe(2);
});

test('nothing is done for a stranger who asks and is gone before the service connects', async () => {
  const database = await start(once(letStrangerReset));
  expect(await tables(database)).toEqual(['our-own']);
  expect(new Set(pids).size).toBe(2);
});

test('a stranger at every port is named, and gets no answer', async () => {
  const starting = start(letStrangerStay);
  await expect(starting).rejects.toThrow(StartError);
  const who = `A program of the user with the id ${process.getuid?.()} on this machine connects to the embedded database`;
  await expect(starting).rejects.toThrow(who);
  await Promise.all(strangers.map(closed));
  expect([heard, strangers.length]).toEqual(['', pids.length]);
});

test('an engine that cannot open its database says why at once', async () => {
  const begin = performance.now();
  const noFile = join(stateDir, 'none');
  stateDir = noFile;
  await expect(start(() => undefined)).rejects.toThrow(/The embedded database could not start: .*database/);
  expect([pids.length, performance.now() - begin < DEADLINE_MS]).toEqual([1, true]);
});
