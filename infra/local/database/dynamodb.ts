import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { close, listen } from '#infra/local/process/json-http.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { StartError } from '#infra/local/process/start-error.ts';
import { createTable } from './create-table.ts';
import { openDatabaseGate } from './database-gate.ts';
import { type EngineCommand, engineCommand } from './dynamodb-engine.ts';
import { ordinaryConnections, takeAllConnections } from './engine-connections.ts';
import { type EngineProcess, spawnEngine } from './engine-process.ts';
import type { EngineAddress } from './engine-requests.ts';
import { watchServer } from './watch-server.ts';

/** A database that has not replied by then counts as failed. */
const START_DEADLINE_MS = 10_000;
const LOOK_AGAIN_MS = 10;
/** A free port can be taken between finding it and using it. */
const PORT_ATTEMPTS = 5;

export interface LocalDynamodb {
  /** Requests there must be signed with this start's credentials, unless the endpoint was given. */
  url: string;
  /** What stands behind, for this process. */
  engine: EngineAddress;
  stop(): Promise<void>;
  /** Kills it at once. */
  kill(): void;
}

interface DynamodbOptions {
  stateDir: string;
  tableName: string;
  /** An endpoint that runs already; with it nothing is started. */
  endpoint: string | undefined;
  /** The engine's process has started. */
  onPid(pid: number): void;
  /** The engine ended by itself, or nothing answers at the endpoint any more. */
  onDeath(message: string): void;
}

const clientFor = (endpoint: string): DynamoDBClient =>
  new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS, maxAttempts: 1 });

const freePort = async (): Promise<number> => {
  const server = createServer();
  const port = await listen(server, 0);
  await close(server);
  return port;
};

/** Lends a client to some work. */
const withClient = async <Result>(url: string, work: (client: DynamoDBClient) => Promise<Result>): Promise<Result> => {
  const client = clientFor(url);
  try {
    return await work(client);
  } finally {
    client.destroy();
  }
};

const listTables = (url: string): Promise<unknown> =>
  withClient(url, (client) => client.send(new ListTablesCommand({ Limit: 1 })));

const useEndpoint = async ({ tableName, onDeath }: DynamodbOptions, endpoint: string): Promise<LocalDynamodb> => {
  try {
    await listTables(endpoint);
    await withClient(endpoint, (client) => createTable(client, tableName));
  } catch (error) {
    throw new StartError(
      `AWS_ENDPOINT_URL_DYNAMODB is ${endpoint}, but no DynamoDB answers there ` +
        `(${(error as Error).message || (error as NodeJS.ErrnoException).code}). Start it, or unset the variable to use the embedded one.`,
    );
  }
  const watch = watchServer(endpoint, () =>
    onDeath(`The database at ${endpoint} does not answer any more, so the service stops too.`),
  );
  const agent = ordinaryConnections();
  const stop = async (): Promise<void> => {
    watch.stop();
    agent.destroy();
  };
  return { url: endpoint, engine: { url: endpoint, agent }, stop, kill: () => undefined };
};

/** The connections to an engine once it listens; `undefined` if it does not in time. */
const connectionsTo = async ({ isLimited }: EngineCommand, child: EngineProcess, port: number) => {
  if (!isLimited) return ordinaryConnections();
  const deadline = Date.now() + START_DEADLINE_MS;
  while (Date.now() < deadline && !child.ended()) {
    const agent = await takeAllConnections(port).catch(() => undefined);
    if (agent) return agent;
    await sleep(LOOK_AGAIN_MS);
  }
  return undefined;
};

const waitUntilAnswering = async (url: string, child: EngineProcess): Promise<boolean> => {
  const deadline = Date.now() + START_DEADLINE_MS;
  while (Date.now() < deadline && !child.ended()) {
    const isAnswering = await listTables(url).then(
      () => true,
      () => false,
    );
    await sleep(LOOK_AGAIN_MS);
    // Another server may own the port; the reply is our engine's only if our engine still lives.
    if (isAnswering) return !child.ended();
  }
  return false;
};

/** One attempt to start the engine, on a port that was free a moment ago. */
const tryChild = async (command: EngineCommand, onPid: (pid: number) => void) => {
  const port = await freePort();
  const child = spawnEngine(command, port);
  if (child.pid) onPid(child.pid);
  const agent = await connectionsTo(command, child, port);
  if (agent === undefined) return { child, running: undefined };
  const engine = { url: `http://127.0.0.1:${port}`, agent };
  const gate = await openDatabaseGate(engine);
  if (await waitUntilAnswering(gate.url, child)) return { child, running: { gate, engine } };
  await gate.stop();
  agent.destroy();
  return { child, running: undefined };
};

const startChild = async (command: EngineCommand, onPid: (pid: number) => void) => {
  for (let attempt = 1; ; attempt += 1) {
    const { child, running } = await tryChild(command, onPid);
    if (running) return { child, ...running };
    child.kill();
    if (attempt < PORT_ATTEMPTS && child.output().includes('already in use')) continue;
    const detail = child.output() || child.ended() || `it did not answer within ${START_DEADLINE_MS / 1000} s`;
    throw new StartError(`The embedded database could not start: ${detail}`);
  }
};

/** A DynamoDB with the product's table: the given endpoint, or an engine as a child process. */
export const startDynamodb = async (options: DynamodbOptions): Promise<LocalDynamodb> => {
  const { stateDir, tableName, endpoint, onPid, onDeath } = options;
  if (endpoint) return useEndpoint(options, endpoint);
  const { child, gate, engine } = await startChild(engineCommand(stateDir), onPid);
  let stopping = false;
  child.onEnd(() => {
    if (!stopping) onDeath(`The embedded database stopped, so the service stops too: ${child.ended()}.`);
  });
  const stop = async (): Promise<void> => {
    stopping = true;
    await gate.stop();
    engine.agent.destroy();
    await child.stop();
  };
  const kill = (): void => {
    stopping = true;
    child.kill();
  };
  try {
    await withClient(gate.url, (client) => createTable(client, tableName));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: gate.url, engine, stop, kill };
};
