import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { withoutLog } from './aws-clients.ts';
import type { Attributes, Key } from './table.ts';

/** Attempts at a page that is throttled; nobody waits for it but the person who reads the whole table. */
const ATTEMPTS = 10;

/**
 * Every item of the table, page by page of 1 MB at most, read consistently. Items of one partition follow one another in
 * the order of their sort keys. It costs a read unit for each 4 KB of the table, so it is for an operator's rare command
 * and for no function.
 */
export type TableScan = () => AsyncIterable<(Key & Attributes)[]>;

export const tableScan = (tableName: string): TableScan =>
  async function* () {
    const client = DynamoDBDocumentClient.from(withoutLog(new DynamoDBClient({ maxAttempts: ATTEMPTS })));
    try {
      const request = { TableName: tableName, ConsistentRead: true };
      for await (const { Items = [] } of paginateScan({ client }, request)) yield Items as (Key & Attributes)[];
    } finally {
      client.destroy();
    }
  };
