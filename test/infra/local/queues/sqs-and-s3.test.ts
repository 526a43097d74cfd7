import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { startThread } from '#infra/local/process/thread.ts';
import { startSqsAndS3 } from '#infra/local/queues/sqs-and-s3.ts';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'queues-'));
const EMULATOR_THREAD = new URL('../../../../infra/local/queues/emulator-thread.ts', import.meta.url);
const options = () => ({ dataDir: newFolder(), queueNames: [], secretAccessKey: 'secret' });

const neverDies = (message: string): void => {
  throw new Error(message);
};

test('the thread of queues tells when it ends by itself', async () => {
  const { worker, ended } = await startThread(EMULATOR_THREAD, options());
  await worker.terminate();
  await expect(ended).resolves.toBeUndefined();
});

test.each([true, false])(
  'queues that are stopped answer no more and do not say that they died; own thread: %s',
  async (hasThread) => {
    const { url, stop } = await startSqsAndS3({ dataDir: newFolder(), hasThread, onDeath: neverDies });
    await expect(fetch(url)).resolves.toHaveProperty('status', 403);
    await stop();
    await expect(fetch(url)).rejects.toThrow();
  },
);

test('queues that cannot start say why', async () => {
  const dataDir = join(newFolder(), 'file');
  writeFileSync(dataDir, '');
  await expect(startThread(EMULATOR_THREAD, { ...options(), dataDir })).rejects.toThrow(/ENOTDIR|EEXIST/);
});
