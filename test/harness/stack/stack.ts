import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynamodb } from '#infra/local/database/dynamodb.ts';
import { LOCAL_TABLE_NAME } from '#infra/local/process/environment.ts';
import { startTimeControl } from '#test/harness/time/control.ts';
import { openSharedClock } from '#test/harness/time/shared-clock.ts';
import { startVirtualTime } from '#test/harness/time/virtual-time.ts';
import { configureBilling, configureDeliveries, harnessSettings, type StackAddress } from './environment.ts';
import type { FaultKind } from './faults.ts';
import { startFaultyDynamodb } from './faulty-dynamodb.ts';
import { forgetLeftovers } from './leftovers.ts';

/** One process with everything that the tests talk to. It reports to the jest process that started it. */

export type StackReport =
  | { ready: StackAddress }
  | { stopped: Readonly<Record<FaultKind, number>> }
  | { failed: string };

const report = (message: StackReport): Promise<void> =>
  new Promise((resolve) => {
    if (process.send) process.send(message, () => resolve());
    else resolve();
  });

const MEMORY_DISK = '/dev/shm';
/** More than a whole run leaves behind. */
const ENOUGH_BYTES = 1024 ** 3;

/** In memory where possible, because the queues sync every message to disk. */
const temporaryFolder = (): string => {
  if (!existsSync(MEMORY_DISK)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_DISK);
  return bavail * bsize > ENOUGH_BYTES ? MEMORY_DISK : tmpdir();
};

const root = mkdtempSync(join(temporaryFolder(), 'voice-assistant-calling-test-'));
const undo: (() => Promise<void> | void)[] = [() => rmSync(root, { recursive: true, force: true })];

const stop = async (exitCode: number): Promise<void> => {
  for (const step of undo.splice(0).reverse()) await step();
  process.exit(exitCode);
};

const fail = async (message: string): Promise<void> => {
  await report({ failed: message });
  await stop(1);
};

const start = async (): Promise<void> => {
  const engineDir = join(root, 'engine');
  mkdirSync(engineDir);
  const engine = await startDynamodb({
    stateDir: engineDir,
    tableName: LOCAL_TABLE_NAME,
    endpoint: harnessSettings.dynamodbEndpoint(),
    onPid: () => undefined,
    onDeath: fail,
  });
  undo.push(engine.stop);
  process.once('exit', engine.kill);
  const dynamodb = await startFaultyDynamodb({
    engine: engine.engine,
    rates: harnessSettings.faultRates(),
    seed: harnessSettings.faultSeed(),
  });
  undo.push(dynamodb.stop);
  configureBilling();
  configureDeliveries();
  const clockFile = join(root, 'clock');
  const clock = openSharedClock(clockFile, 'w');
  undo.push(clock.close);
  const time = startVirtualTime(clock.write);
  clock.write(time.now());
  const service = await time.during(async () => {
    const { startService } = await import('#infra/local/start.ts');
    return startService({
      port: 0,
      hasThreads: false,
      stateDir: join(root, 'service'),
      carrierSpeed: harnessSettings.carrierSpeed(),
      dynamodbEndpoint: dynamodb.url,
      log: () => undefined,
      onDeath: fail,
    });
  });
  undo.push(service.stop);
  const control = await startTimeControl(time, {
    onSuite: async (seed) => {
      dynamodb.reseed(seed);
      await forgetLeftovers(engine.engine);
    },
  });
  undo.push(control.stop, time.stop);
  process.once('message', async () => {
    await report({ stopped: dynamodb.fired });
    await stop(0);
  });
  await report({
    ready: {
      base_url: `http://127.0.0.1:${service.port}`,
      dynamodb_url: dynamodb.url,
      carrier_url: service.carrierUrl ?? '',
      table_name: LOCAL_TABLE_NAME,
      state_dir: service.stateDir,
      time_url: control.url,
      clock_file: clockFile,
    },
  });
};

// Nobody needs the stack once the jest process is gone, however it ended.
process.once('disconnect', () => stop(0));
process.once('SIGTERM', () => stop(0));
await start().catch((error: unknown) => fail(String((error as Error).stack ?? error)));
