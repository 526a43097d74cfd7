import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynamodb } from '#infra/local/database/dynamodb.ts';
import { LOCAL_TABLE_NAME } from '#infra/local/process/environment.ts';
import { findRunningService, type ServiceFile } from '#infra/local/process/service-file.ts';
import { SERVICE_LOG_FILE } from '#infra/local/process/service-log.ts';
import { type Client, createClient } from '#shared/client/client.ts';
import { useOwnTime } from '#test/harness/stack/stack-time.ts';
import { startVirtualTime, type VirtualTime } from '#test/harness/time/virtual-time.ts';
import { useOwnEnvironment } from './environment.ts';
import { NO_FAULTS } from './faults.ts';
import { startFaultyDynamodb } from './faulty-dynamodb.ts';

/**
 * A service in its suite's process, with its own configuration and time. Whatever runs beside it, such as a fake
 * carrier, shares that time. A process has one environment, so a suite has one such service.
 */
export interface OwnService {
  client: Client;
  teamId: string;
  accountSlug: string;
  address: ServiceFile;
  stateDir: string;
  /** Lets time pass until the work is done; the client does so by itself. */
  during: VirtualTime['during'];
  stop(): Promise<void>;
}

interface OwnServiceOptions {
  /** Runs before the service and in its time; answers its configuration. */
  environment(): Promise<Record<string, string>>;
}

export const startOwnService = async ({ environment }: OwnServiceOptions): Promise<OwnService> => {
  const root = mkdtempSync(join(tmpdir(), 'voice-assistant-calling-own-'));
  const undo: (() => Promise<void> | void)[] = [() => rmSync(root, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  const die = (message: string): never => {
    throw new Error(message);
  };
  try {
    useOwnEnvironment({});
    const engineDir = join(root, 'engine');
    mkdirSync(engineDir);
    const table = { tableName: LOCAL_TABLE_NAME, endpoint: undefined, onPid: () => undefined };
    const engine = await startDynamodb({ ...table, stateDir: engineDir, onDeath: die });
    undo.push(engine.stop);
    const dynamodb = await startFaultyDynamodb({ engine: engine.engine, rates: NO_FAULTS, seed: 0 });
    undo.push(dynamodb.stop);
    const time = startVirtualTime();
    useOwnTime(time);
    useOwnEnvironment(await environment());
    const service = await time.during(async () => {
      const [{ startService }, { settings }] = await Promise.all([
        import('#infra/local/start.ts'),
        import('#infra/local/process/environment.ts'),
      ]);
      return startService({
        port: 0,
        hasThreads: false,
        stateDir: join(root, 'service'),
        telephonyProvider: settings.telephonyProvider(),
        carrierSpeed: settings.carrierSpeed(),
        dynamodbEndpoint: dynamodb.url,
        log: () => undefined,
        onDeath: die,
      });
    });
    Object.assign(globalThis, { serviceLogOfThisSuite: join(service.stateDir, SERVICE_LOG_FILE) });
    undo.push(service.stop, () => useOwnTime(undefined), time.stop);
    const address = findRunningService(service.stateDir);
    const { credentials } = service;
    if (!address || !credentials) throw new Error('The service has no address or no credentials.');
    const { during } = time;
    const whole: typeof fetch = (...given) => during(() => fetch(...given));
    const client = createClient({ baseUrl: address.base_url, token: credentials.api_token, fetch: whole });
    const { team_id: teamId, account_slug: accountSlug } = credentials;
    return { client, teamId, accountSlug, address, stateDir: service.stateDir, during, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
