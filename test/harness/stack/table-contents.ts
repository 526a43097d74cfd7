import { gunzipSync } from 'node:zlib';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { stack } from './environment.ts';

/** Enough attempts at a request to get past every injected fault. */
const ATTEMPTS = 10;

const inClear = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? gunzipSync(value).toString('utf8') : value;

/** Every item of the running stack's table as JSON, with the replies under idempotency keys unpacked. */
export const tableContents = async (): Promise<string[]> => {
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: stack().dynamodb_url,
      region: LOCAL_REGION,
      credentials: LOCAL_CREDENTIALS,
      maxAttempts: ATTEMPTS,
    }),
  );
  const items: string[] = [];
  for await (const page of paginateScan({ client }, { TableName: stack().table_name, ConsistentRead: true })) {
    items.push(...(page.Items ?? []).map((item) => JSON.stringify(item, inClear)));
  }
  return items;
};
