import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { StartError } from '#infra/local/process/start-error.ts';
import { markSchemaVersion, readSchemaVersion, schemaProblem } from '#shared/store/schema-version.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';
import { dynamodbTable } from '#shared/store/table/dynamodb-table.ts';
import { TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';

/** Attempts at a request that is throttled. */
const ATTEMPTS = 6;

/** A billing event may wait in a new table for its account; what expires says nothing of a release. */
const LOOKED_AT_ITEMS = 100;

const isEmpty = async (tableName: string): Promise<boolean> => {
  const client = new DynamoDBClient({ maxAttempts: ATTEMPTS });
  try {
    const scan = { TableName: tableName, Limit: LOOKED_AT_ITEMS, ConsistentRead: true };
    const { Items = [], LastEvaluatedKey: more } = await client.send(new ScanCommand(scan));
    return more === undefined && Items.every((item) => TTL_ATTRIBUTE in item);
  } finally {
    client.destroy();
  }
};

/**
 * Marks a new table with this release's schema version, and refuses one of another release. A table with items and no
 * version is an older one. `remedy` says what the person at the keyboard can do.
 * @throws StartError for a table of another release.
 */
export const checkSchema = async (tableName: string, remedy: string): Promise<void> => {
  const table = dynamodbTable({ tableName });
  const found = await readSchemaVersion(table);
  if (found === null && (await isEmpty(tableName)) && (await succeeded(table.write(markSchemaVersion())))) return;
  const problem = schemaProblem(found ?? (await readSchemaVersion(table)));
  if (problem !== null) throw new StartError(`${problem} ${remedy}`);
};
