import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { close, listen } from '#infra/local/process/json-http.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { endProcess, endWithThisProcess } from '#infra/local/process/processes.ts';
import { StartError } from '#infra/local/process/start-error.ts';
import { createTable } from './create-table.ts';
import { type EngineCommand, engineCommand } from './dynamodb-engine.ts';

/** A database that has not replied by then counts as failed. */
const START_DEADLINE_MS = 10_000;
const LOOK_AGAIN_MS = 10;
/** A free port can be taken between finding it and using it. */
const PORT_ATTEMPTS = 5;
const STOP_PATIENCE_MS = 1_000;
const KEPT_OUTPUT_CHARACTERS = 2_000;

export interface LocalDynamodb {
  url: string;
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
  /** The engine ended by itself. */
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

interface Child {
  process: ChildProcess;
  /** The end of its output. */
  output(): string;
  /** Why it did not run or how it ended; `undefined` while it lives. */
  ended(): string | undefined;
}

const spawnEngine = (command: EngineCommand, port: number): Child => {
  // In its own process group, because Ctrl-C must reach only this process, which ends the engine last.
  const child = spawn(command.program, command.arguments(port), { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  endWithThisProcess(child);
  let output = '';
  let ended: string | undefined;
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-KEPT_OUTPUT_CHARACTERS);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended ??= `it ended with ${signal ? `signal ${signal}` : `code ${code}`}`;
  });
  return { process: child, output: () => output.trim(), ended: () => ended };
};

const waitUntilAnswering = async (client: DynamoDBClient, child: Child | undefined): Promise<boolean> => {
  const deadline = Date.now() + START_DEADLINE_MS;
  while (Date.now() < deadline && !child?.ended()) {
    try {
      await client.send(new ListTablesCommand({ Limit: 1 }));
      // Another server may own the port; the reply is our engine's only if our engine still lives.
      await sleep(LOOK_AGAIN_MS);
      return !child?.ended();
    } catch (error) {
      if (!child) throw error;
      await sleep(LOOK_AGAIN_MS);
    }
  }
  return false;
};

const useEndpoint = async (endpoint: string, tableName: string): Promise<LocalDynamodb> => {
  const client = clientFor(endpoint);
  try {
    await waitUntilAnswering(client, undefined);
    await createTable(client, tableName);
  } catch (error) {
    throw new StartError(
      `AWS_ENDPOINT_URL_DYNAMODB is ${endpoint}, but no DynamoDB answers there ` +
        `(${(error as Error).message || (error as NodeJS.ErrnoException).code}). Start it, or unset the variable to use the embedded one.`,
    );
  } finally {
    client.destroy();
  }
  return { url: endpoint, stop: async () => undefined, kill: () => undefined };
};

const startChild = async (command: EngineCommand, onPid: (pid: number) => void) => {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const child = spawnEngine(command, port);
    if (child.process.pid) onPid(child.process.pid);
    const url = `http://127.0.0.1:${port}`;
    const client = clientFor(url);
    if (await waitUntilAnswering(client, child)) return { child, url, client };
    client.destroy();
    child.process.kill('SIGKILL');
    if (attempt < PORT_ATTEMPTS && child.output().includes('already in use')) continue;
    const detail = child.output() || child.ended() || `it did not answer within ${START_DEADLINE_MS / 1000} s`;
    throw new StartError(`The embedded database could not start: ${detail}`);
  }
};

/** A DynamoDB with the product's table: the given endpoint, or an engine as a child process. */
export const startDynamodb = async (options: DynamodbOptions): Promise<LocalDynamodb> => {
  const { stateDir, tableName, endpoint, onPid, onDeath } = options;
  if (endpoint) return useEndpoint(endpoint, tableName);
  const { child, url, client } = await startChild(engineCommand(stateDir), onPid);
  let stopping = false;
  child.process.once('exit', () => {
    if (!stopping)
      onDeath(`The embedded database stopped, so the service stops too: ${child.output() || child.ended()}.`);
  });
  const stop = async (): Promise<void> => {
    stopping = true;
    if (child.process.pid && !child.ended()) await endProcess(child.process.pid, STOP_PATIENCE_MS);
  };
  try {
    await createTable(client, tableName);
  } catch (error) {
    await stop();
    throw error;
  } finally {
    client.destroy();
  }
  const kill = (): void => {
    stopping = true;
    child.process.kill('SIGKILL');
  };
  return { url, stop, kill };
};
