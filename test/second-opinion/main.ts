import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteTableCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { dynamodbLocal } from '#infra/local/database/engine/dynamodb-engine.ts';
import { clientFor, startEngine } from '#infra/local/database/engine/engine-start.ts';
import { LOCAL_TABLE_NAME } from '#infra/local/process/environment.ts';
import { readOptions, type Target } from './options.ts';

/**
 * `npm run second-opinion`: the suites that speak to the database, over another DynamoDB than the embedded one. It shows
 * whether what holds is a property of the product or of one engine.
 */
const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
/** One stack, because all of them would share the table. */
const ALONE = ['-w', '1', '--showSeed'];
/** It runs in browsers and asks no database. */
const WITHOUT = ['--testPathIgnorePatterns', 'test/functions/dashboard/site'];

const stateDir = mkdtempSync(join(tmpdir(), 'second-opinion-'));

/** An endpoint that answers, with what it calls itself. */
const reach = async (target: Target): Promise<{ endpoint: string; name: string; stop(): Promise<void> }> => {
  if ('endpoint' in target) {
    const { headers } = await fetch(target.endpoint).catch(() => {
      throw new Error(`No DynamoDB answers at ${target.endpoint}.`);
    });
    return { endpoint: target.endpoint, name: headers.get('server') ?? 'unnamed', stop: async () => undefined };
  }
  const { child, gate, engine } = await startEngine(dynamodbLocal(target.jar, stateDir), () => undefined);
  const stop = async (): Promise<void> => {
    await gate.stop();
    engine.agent.destroy();
    await child.stop();
  };
  return { endpoint: engine.url, name: target.jar, stop };
};

const runSuites = (endpoint: string, suites: readonly string[]): Promise<number> => {
  const { AWS_ENDPOINT_URL_DYNAMODB: _, DYNAMODB_LOCAL_JAR: __, ...inherited } = process.env;
  const jest = spawn(process.execPath, [...JEST, ...ALONE, ...suites, ...WITHOUT], {
    cwd: PROJECT_ROOT,
    stdio: 'inherit',
    env: { ...inherited, TEST_DYNAMODB_ENDPOINT: endpoint },
  });
  return new Promise((resolve) => jest.once('close', (code) => resolve(code ?? 1)));
};

const ask = async (): Promise<number> => {
  const { target, suites, isKept } = readOptions(process.argv.slice(2), process.env);
  const { endpoint, name, stop } = await reach(target);
  const client = clientFor(endpoint);
  try {
    const { TableNames = [] } = await client.send(new ListTablesCommand({}));
    if (TableNames.includes(LOCAL_TABLE_NAME)) {
      throw new Error(
        `${endpoint} has a table ${LOCAL_TABLE_NAME} already. The suites begin with an empty one: delete it, or start ` +
          'another database.',
      );
    }
    console.log(
      `Asking the DynamoDB at ${endpoint} (${name}). It stands in the place of the embedded engine; queues, carrier, ` +
        'clock and the faults between service and database are as in npm test.',
    );
    const code = await runSuites(endpoint, suites);
    if (!isKept) await client.send(new DeleteTableCommand({ TableName: LOCAL_TABLE_NAME }));
    const left = isKept ? `The table ${LOCAL_TABLE_NAME} is left there.` : 'The table is deleted again.';
    console.log(`This was the DynamoDB at ${endpoint} (${name}). ${left}`);
    return code;
  } finally {
    client.destroy();
    await stop();
  }
};

process.exitCode = await ask().catch((error: Error) => {
  console.error(error.message);
  return 1;
});
rmSync(stateDir, { recursive: true, force: true });
