import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { type PackedInstructions, unpackedInstructions } from '#shared/store/conversation/scenes.ts';
import { payloadText, type StoredPayload } from '#shared/store/delivery/delivery-payloads.ts';
import { type IdempotencyRecord, readReply } from '#shared/store/idempotency.ts';
import { dynamodbTable } from '#shared/store/table/dynamodb-table.ts';
import type { Key, TableWriter } from '#shared/store/table/table.ts';
import { stack } from './environment.ts';

/** Enough attempts at a request to get past every injected fault. */
const ATTEMPTS = 10;

type Item = Key & Record<string, unknown>;

/** What each attribute that is kept packed says; a reply of several parts is told with its first. */
const unpackedFrom = (table: TableWriter): Record<string, (item: Item) => unknown> => ({
  payload: (item) => payloadText(item as { payload: StoredPayload } & Item),
  packed: (item) => unpackedInstructions(item as PackedInstructions & Item),
  reply: (item) => readReply(table, item, item as Pick<IdempotencyRecord, 'reply'>),
  part: () => 'told with the reply',
});

const inClear = async (item: Item, unpacking: ReturnType<typeof unpackedFrom>): Promise<Item> => {
  const attributes = Object.entries(item).map(async ([name, value]) => {
    if (!(value instanceof Uint8Array)) return [name, value];
    const unpacked = unpacking[name];
    if (!unpacked) throw new Error(`Nobody knows how "${name}" of ${item.pk} ${item.sk} is packed.`);
    return [name, await unpacked(item)];
  });
  return Object.fromEntries(await Promise.all(attributes)) as Item;
};

interface Located {
  endpoint: string;
  tableName: string;
  secretAccessKey?: string;
}

/** Every item of the running stack's table as JSON, with everything unpacked that the store keeps packed. */
export const tableContents = (): Promise<string[]> =>
  contentsOf({ endpoint: stack().dynamodb_url, tableName: stack().table_name });

/** The same of a table elsewhere on this machine. */
export const contentsOf = async ({ endpoint, tableName, secretAccessKey }: Located): Promise<string[]> => {
  const credentials = { ...LOCAL_CREDENTIALS, ...(secretAccessKey && { secretAccessKey }) };
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials, maxAttempts: ATTEMPTS }),
  );
  const unpacking = unpackedFrom(dynamodbTable({ tableName, client }));
  const items: string[] = [];
  for await (const page of paginateScan({ client }, { TableName: tableName, ConsistentRead: true })) {
    const clear = await Promise.all((page.Items ?? []).map((item) => inClear(item as Item, unpacking)));
    items.push(...clear.map((item) => JSON.stringify(item)));
  }
  return items;
};
