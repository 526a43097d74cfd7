import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createTable } from '#infra/local/database/create-table.ts';
import { type LocalDynamodb, startDynamodb } from '#infra/local/database/dynamodb.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { dynamodbTable } from '#shared/store/table/dynamodb-table.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

/** The embedded DynamoDB engine, with a table for every caller that asks. */
export interface RealEngine {
  client: DynamoDBDocumentClient;
  openTable(name: string): Promise<TableWriter>;
  stop(): Promise<void>;
}

const SOCKETS = 64;

export const startRealEngine = async (): Promise<RealEngine> => {
  const stateDir = mkdtempSync(join(tmpdir(), 'simulation-'));
  const engine: LocalDynamodb = await startDynamodb({
    stateDir,
    tableName: 'simulation-first',
    endpoint: undefined,
    onPid: () => undefined,
    onDeath: (message) => {
      throw new Error(message);
    },
  });
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
  const raw = new DynamoDBClient({
    endpoint: engine.url,
    region: LOCAL_REGION,
    credentials: LOCAL_CREDENTIALS,
    maxAttempts: 1,
    requestHandler: { httpAgent: agent },
  });
  const client = DynamoDBDocumentClient.from(raw, { marshallOptions: { removeUndefinedValues: true } });
  return {
    client,
    openTable: async (name) => {
      await createTable(raw, name);
      return dynamodbTable({ tableName: name, client });
    },
    stop: async () => {
      raw.destroy();
      agent.destroy();
      await engine.stop();
      rmSync(stateDir, { recursive: true, force: true });
    },
  };
};
