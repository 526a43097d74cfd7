import { mkdtempSync, writeFileSync } from 'node:fs';
import { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, jest, test } from '@jest/globals';
import { startThread } from '#infra/local/process/thread.ts';
import { startSqsAndS3 } from '#infra/local/queues/sqs-and-s3.ts';
import { eventually } from '#test/harness/eventually.ts';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'queues-'));
const EMULATOR_THREAD = new URL('../../../../infra/local/queues/emulator-thread.ts', import.meta.url);
const options = () => ({ dataDir: newFolder(), queueNames: [], secretAccessKey: 'secret' });

afterEach(() => {
  jest.restoreAllMocks();
});

/** The running queues in this thread, and the server that they listen with. */
const started = async () => {
  const listen = jest.spyOn(Server.prototype, 'listen');
  const deaths: string[] = [];
  const queues = await startSqsAndS3({
    dataDir: newFolder(),
    hasThread: false,
    onDeath: (message) => void deaths.push(message),
  });
  const port = Number(new URL(queues.url).port);
  const server = (listen.mock.contexts as Server[]).find((each) => (each.address() as { port: number })?.port === port);
  return { queues, server: server as Server, deaths };
};

test('queues that end by themselves say so, for the service to end', async () => {
  const { server, deaths } = await started();
  server.close();
  await eventually(async () => expect(deaths).toEqual(['The queues stopped, so the service stops too.']));
});

test('queues that are stopped do not', async () => {
  const { queues, server, deaths } = await started();
  await queues.stop();
  expect([server.listening, deaths]).toEqual([false, []]);
});

test('queues in a thread that are stopped answer no more, and do not say that they died', async () => {
  const deaths: string[] = [];
  const { url, stop } = await startSqsAndS3({
    dataDir: newFolder(),
    onDeath: (message) => void deaths.push(message),
  });
  await expect(fetch(url)).resolves.toHaveProperty('status', 403);
  await stop();
  await expect(fetch(url)).rejects.toThrow();
  expect(deaths).toEqual([]);
});

test('the thread of queues tells when it ends by itself', async () => {
  const { worker, ended } = await startThread(EMULATOR_THREAD, options());
  await worker.terminate();
  await expect(ended).resolves.toBeUndefined();
});

test('queues that cannot start say why', async () => {
  const dataDir = join(newFolder(), 'file');
  writeFileSync(dataDir, '');
  await expect(startThread(EMULATOR_THREAD, { ...options(), dataDir })).rejects.toThrow(/ENOTDIR|EEXIST/);
});
