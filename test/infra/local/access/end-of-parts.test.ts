import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startDynamodb } from '#infra/local/database/dynamodb.ts';
import { listeningSockets } from '#test/harness/listening-sockets.ts';
import { startChildService } from '#test/harness/stack/child-service.ts';
import { NO_FAULTS } from '#test/harness/stack/faults.ts';
import { startFaultyDynamodb } from '#test/harness/stack/faulty-dynamodb.ts';

/** Seconds, not minutes; the machine may be busy. */
const SOON_MS = 15_000;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'end-of-parts-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** How the service ended after something happened to it. */
const endOf = async (
  service: Awaited<ReturnType<typeof startChildService>>,
  happen: () => unknown,
): Promise<{ code: number | null; words: string | undefined; soon: boolean }> => {
  const begin = performance.now();
  await happen();
  const code = await service.exit;
  const soon = performance.now() - begin < SOON_MS;
  await service.kill();
  return { code, words: service.output().trim().split('\n').at(-1), soon };
};

test('a service whose database is killed says so and ends', async () => {
  const service = await startChildService({});
  const engine = listeningSockets(service.pid).sockets.find(({ pid }) => pid !== service.pid);
  expect(await endOf(service, () => process.kill(engine?.pid ?? 0, 'SIGKILL'))).toEqual({
    code: 1,
    words: 'The embedded database stopped, so the service stops too: it ended with signal SIGKILL.',
    soon: true,
  });
});

test('so does one whose database elsewhere is gone', async () => {
  const given = { stateDir: root, tableName: 'first', endpoint: undefined };
  const engine = await startDynamodb({ ...given, onPid: () => undefined, onDeath: () => undefined });
  const elsewhere = await startFaultyDynamodb({ engine: engine.engine, rates: NO_FAULTS, seed: 1 });
  const service = await startChildService({ AWS_ENDPOINT_URL_DYNAMODB: elsewhere.url });
  expect(await endOf(service, elsewhere.stop)).toEqual({
    code: 1,
    words: `The database at ${elsewhere.url} does not answer any more, so the service stops too.`,
    soon: true,
  });
  await engine.stop();
});
