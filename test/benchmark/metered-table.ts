import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { startDynamodb } from '#infra/local/database/dynamodb.ts';
import { LOCAL_TABLE_NAME } from '#infra/local/process/environment.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { dynamodbTable } from '#shared/store/table/dynamodb-table.ts';
import { startMeteredDynamodb } from './metered-dynamodb.ts';

/** An empty table on the embedded engine, whose every request is metered. */
export const openMeteredTable = async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'metered-table-'));
  const onDeath = (message: string): void => console.error(message);
  const given = { stateDir, tableName: LOCAL_TABLE_NAME, endpoint: undefined, onPid: () => undefined, onDeath };
  const engine = await startDynamodb(given);
  const metered = await startMeteredDynamodb(engine.engine);
  const raw = new DynamoDBClient({ endpoint: metered.url, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS });
  const client = DynamoDBDocumentClient.from(raw, { marshallOptions: { removeUndefinedValues: true } });
  const stop = async (): Promise<void> => {
    await metered.stop();
    await engine.stop();
    rmSync(stateDir, { recursive: true, force: true });
  };
  return { table: dynamodbTable({ tableName: LOCAL_TABLE_NAME, client }), meter: metered.meter, stop };
};
