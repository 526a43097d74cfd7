import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalDynamodb, startDynamodb } from '#infra/local/database/dynamodb.ts';
import { engineClient } from '#infra/local/database/engine/engine-client.ts';
import { LOCAL_TABLE_NAME } from '#infra/local/process/environment.ts';
import { keptNumberHash } from '#infra/local/process/number-hash.ts';
import { createClient } from '#shared/client/client.ts';
import { withHashedLines } from '#shared/store/line/hashed-lines.ts';
import { dynamodbTable } from '#shared/store/table/dynamodb-table.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import {
  type Latencies,
  type Marked,
  startCountingProxy,
  type Tallies,
} from '#test/benchmark/database/counting-proxy.ts';
import { readCredentials, startProcess } from '#test/crash/service-process.ts';

const TRACE_FILE = new URL('trace-requests.ts', import.meta.url).href;
const COUNTS_FILE = 'aws-requests.json';
/** The engine is on this machine; only one that is overloaded takes longer. */
const REPLY_MAX_MS = 60_000;

export type Client = ReturnType<typeof createClient>;

export interface MeasuredService {
  stateDir: string;
  credentials: ReturnType<typeof readCredentials>;
  client: Client;
  /** A client whose requests to the database are counted apart, under this mark. */
  clientMarked(mark: string): Client;
  clientOf(token: string, mark?: string): Client;
  /** What its unmarked requests to the database cost; empty where it has its own embedded one. */
  tallies: Tallies;
  marked: Marked;
  /** The same table, past the counting; only where there is counting. */
  table: TableWriter | undefined;
  /** Its requests to queues, schedules and the bucket, and others' to its API, by name. */
  awsRequests(): Record<string, number>;
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

type Undo = (() => Promise<void>)[];

/** An embedded engine with a proxy before it. */
const startCounted = async (stateDir: string, latencies: Latencies | undefined, undo: Undo) => {
  const { engine, stop } = await embeddedEngine(stateDir);
  undo.push(stop);
  const counting = await startCountingProxy(engine, latencies);
  undo.push(counting.stop);
  const table = dynamodbTable({ tableName: LOCAL_TABLE_NAME, client: engineClient(engine, REPLY_MAX_MS) });
  return { ...counting, plainTable: table };
};

const marking =
  (mark: string): typeof fetch =>
  (input, init = {}) =>
    fetch(input, { ...init, headers: { ...(init.headers as Record<string, string>), 'x-benchmark': mark } });

interface Options {
  carrierSpeed: number;
  /** `none` gives the service its own embedded database, as on a laptop. */
  proxy: 'none' | { latencies?: Latencies };
  environment?: Record<string, string>;
}

const startAll = async ({ carrierSpeed, proxy, environment: given }: Options, root: string, undo: Undo) => {
  const stateDir = join(root, 'service');
  const countsFile = join(root, COUNTS_FILE);
  const counted = proxy === 'none' ? undefined : await startCounted(join(root, 'engine'), proxy.latencies, undo);
  const isTraced = proxy !== 'none' && proxy.latencies === undefined;
  const environment = {
    ...given,
    ...(counted && { AWS_ENDPOINT_URL_DYNAMODB: counted.url }),
    // Following each request takes time, which those who ask for latencies measure.
    ...(isTraced && {
      NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${TRACE_FILE}`,
      BENCHMARK_COUNTS_FILE: countsFile,
    }),
  };
  const service = await startProcess(stateDir, await freePort(), carrierSpeed, environment);
  undo.push(service.stop);
  const credentials = readCredentials(stateDir);
  const { base_url: baseUrl, api_token: token } = credentials;
  const clientOf = (of: string, mark?: string): Client =>
    createClient({ baseUrl, token: of, ...(mark !== undefined && { fetch: marking(mark) }) });
  return {
    stateDir,
    credentials,
    client: clientOf(token),
    clientMarked: (mark: string) => clientOf(token, mark),
    clientOf,
    tallies: counted?.tallies ?? new Map(),
    marked: counted?.marked ?? new Map(),
    table: counted && withHashedLines(counted.plainTable, async () => keptNumberHash(stateDir)),
    awsRequests: () =>
      existsSync(countsFile) ? (JSON.parse(readFileSync(countsFile, 'utf8')) as Record<string, number>) : {},
  };
};

/** The service in a process of its own, as `npm start` runs it, with an empty state. */
export const startMeasuredService = async (options: Options): Promise<MeasuredService> => {
  const root = mkdtempSync(join(tmpdir(), 'benchmark-'));
  const undo: Undo = [async () => rmSync(root, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const each of undo.splice(0).reverse()) await each();
  };
  try {
    return { ...(await startAll(options, root, undo)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
