import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalDynamodb, startDynamodb } from '#infra/local/database/dynamodb.ts';
import { LOCAL_TABLE_NAME } from '#infra/local/process/environment.ts';
import { readCredentials, startProcess } from '#test/crash/service-process.ts';
import { type Latencies, startCountingProxy, type Tallies } from './database/counting-proxy.ts';

export interface MeasuredService {
  stateDir: string;
  credentials: ReturnType<typeof readCredentials>;
  /** What its requests to the database cost; empty where it has its own embedded one. */
  tallies: Tallies;
  stop(): Promise<void>;
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const embeddedEngine = (stateDir: string): Promise<LocalDynamodb> => {
  mkdirSync(stateDir);
  const onDeath = (message: string): void => console.error(message);
  return startDynamodb({ stateDir, tableName: LOCAL_TABLE_NAME, endpoint: undefined, onPid: () => undefined, onDeath });
};

interface Options {
  carrierSpeed: number;
  /** `none` gives the service its own embedded database, as on a laptop. */
  proxy: 'none' | { latencies?: Latencies };
}

/** The service in a process of its own, as `npm start` runs it, with an empty state. */
export const startMeasuredService = async ({ carrierSpeed, proxy }: Options): Promise<MeasuredService> => {
  const root = mkdtempSync(join(tmpdir(), 'benchmark-'));
  const stateDir = join(root, 'service');
  const undo: (() => Promise<void>)[] = [async () => rmSync(root, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const each of undo.reverse()) await each();
  };
  try {
    let tallies: Tallies = new Map();
    let environment: Record<string, string> = {};
    if (proxy !== 'none') {
      const engine = await embeddedEngine(join(root, 'engine'));
      undo.push(engine.stop);
      const counting = await startCountingProxy(engine.engine, proxy.latencies);
      undo.push(counting.stop);
      tallies = counting.tallies;
      environment = { AWS_ENDPOINT_URL_DYNAMODB: counting.url };
    }
    const service = await startProcess(stateDir, await freePort(), carrierSpeed, environment);
    undo.push(service.stop);
    return { stateDir, credentials: readCredentials(stateDir), tallies, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
