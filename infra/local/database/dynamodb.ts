import { type DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { StartError } from '#infra/local/process/start-error.ts';
import { createTable } from './create-table.ts';
import { engineCommand } from './engine/dynamodb-engine.ts';
import { ordinaryConnections } from './engine/engine-connections.ts';
import type { EngineAddress } from './engine/engine-requests.ts';
import { clientFor, startEngine } from './engine/engine-start.ts';
import { watchServer } from './engine/watch-server.ts';

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
  /** What the person who starts it should know of the engine. */
  say?(line: string): void;
  /** The engine ended by itself, or nothing answers at the endpoint any more. */
  onDeath(message: string): void;
}

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

/** A DynamoDB with the product's table: the given endpoint, or an engine as a child process. */
export const startDynamodb = async (options: DynamodbOptions): Promise<LocalDynamodb> => {
  const { stateDir, tableName, endpoint, onPid, say, onDeath } = options;
  if (endpoint) return useEndpoint(options, endpoint);
  const command = engineCommand(stateDir);
  if (command.notice) say?.(command.notice);
  const { child, gate, engine } = await startEngine(command, onPid);
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
