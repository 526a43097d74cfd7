import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynamodb } from '#infra/local/dynamodb.ts';
import { LOCAL_TABLE_NAME } from '#infra/local/environment.ts';
import { startService } from '#infra/local/start.ts';
import { configureBilling, configureDeliveries, harnessSettings, type StackAddress } from './environment.ts';
import type { FaultKind } from './faults.ts';
import { startFaultyDynamodb } from './faulty-dynamodb.ts';

/** One process with everything that the tests talk to; speaks to the jest process that started it. */

export type StackReport =
  | { ready: StackAddress }
  | { stopped: Readonly<Record<FaultKind, number>> }
  | { failed: string };

const report = (message: StackReport): Promise<void> =>
  new Promise((resolve) => {
    if (process.send) process.send(message, () => resolve());
    else resolve();
  });

const root = mkdtempSync(join(tmpdir(), 'voice-assistant-calling-test-'));
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
    endpoint: undefined,
    onPid: () => undefined,
    onDeath: fail,
  });
  undo.push(engine.stop);
  process.once('exit', engine.kill);
  const dynamodb = await startFaultyDynamodb({
    engineUrl: engine.url,
    rates: harnessSettings.faultRates(),
    seed: harnessSettings.faultSeed(),
  });
  undo.push(dynamodb.stop);
  configureBilling();
  configureDeliveries();
  const service = await startService({
    port: 0,
    stateDir: join(root, 'service'),
    carrierSpeed: harnessSettings.carrierSpeed(),
    dynamodbEndpoint: dynamodb.url,
    log: () => undefined,
    onDeath: fail,
  });
  undo.push(service.stop);
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
    },
  });
};

// Without the jest process nobody needs the stack, however that process ended.
process.once('disconnect', () => stop(0));
process.once('SIGTERM', () => stop(0));
await start().catch((error: unknown) => fail(String((error as Error).stack ?? error)));
