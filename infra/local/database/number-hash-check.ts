import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { type FoundNumberHash, keepNumberHash, numberHashFile } from '#infra/local/process/number-hash.ts';
import { StartError } from '#infra/local/process/start-error.ts';
import { LINE_MARK } from '#shared/store/line/line-keys.ts';
import { fingerprintOf, readKeyFingerprint } from '#shared/store/line/number-hash-key.ts';
import { dynamodbTable } from '#shared/store/table/dynamodb-table.ts';

/** Reads the whole table where there are none. */
const holdsNumbers = async (tableName: string): Promise<boolean> => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const numbers = {
    TableName: tableName,
    FilterExpression: 'contains(pk, :line)',
    ExpressionAttributeValues: { ':line': LINE_MARK },
    ProjectionExpression: 'pk',
    ConsistentRead: true,
  };
  try {
    for await (const { Count = 0 } of paginateScan({ client }, numbers)) if (Count > 0) return true;
    return false;
  } finally {
    client.destroy();
  }
};

interface Checked {
  stateDir: string;
  tableName: string;
  /** Of a table that is not in the state. */
  endpoint: string | undefined;
}

/**
 * Keeps a new key for a table without numbers, and refuses any other key than the one that a table was written with:
 * nobody who must not be called would be found.
 * @throws StartError for another key than the table's, or none.
 */
export const checkNumberHash = async ({ key, is }: FoundNumberHash, checked: Checked): Promise<void> => {
  const { stateDir, tableName, endpoint } = checked;
  const file = numberHashFile(stateDir);
  const refused = (what: string): StartError => {
    const anew =
      endpoint === undefined ? `everything in ${stateDir} with "npm start -- --fresh"` : `the table at ${endpoint}`;
    return new StartError(
      `${what}, but the table ${tableName} knows phone numbers by hashes with its own key: with another one nobody who ` +
        `must not be called would be found. Put the right one back, from a copy. Without a copy, delete ${anew}.`,
    );
  };
  const known = await readKeyFingerprint(dynamodbTable({ tableName }));
  if (is === 'new') {
    if (known !== undefined || (await holdsNumbers(tableName)))
      throw refused(`The key of number hashes ${file} is gone`);
    keepNumberHash(stateDir, key);
  } else if (key !== undefined && known !== undefined && known !== fingerprintOf(key)) {
    const held = is === 'given' ? 'NUMBER_HASH_KEY is' : `The file ${file} holds`;
    throw refused(`${held} another key of number hashes`);
  }
};
