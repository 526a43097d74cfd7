import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { payloadText, type StoredPayload } from '#shared/store/delivery-payloads.ts';
import { type IdempotencyRecord, readReply } from '#shared/store/idempotency.ts';
import { type PackedInstructions, unpackedInstructions } from '#shared/store/scenes.ts';
import type { Key } from '#shared/store/table/table.ts';
import { stack } from './environment.ts';
import { testTable } from './table.ts';

/** Enough attempts at a request to get past every injected fault. */
const ATTEMPTS = 10;

type Item = Key & Record<string, unknown>;

/** What each attribute that is kept packed says; a reply of several parts is told with its first. */
const UNPACKED: Record<string, (item: Item) => unknown> = {
  payload: (item) => payloadText(item as { payload: StoredPayload } & Item),
  packed: (item) => unpackedInstructions(item as PackedInstructions & Item),
  reply: (item) => readReply(testTable(), item, item as Pick<IdempotencyRecord, 'reply'>),
  part: () => 'told with the reply',
};

const inClear = async (item: Item): Promise<Item> => {
  const attributes = Object.entries(item).map(async ([name, value]) => {
    if (!(value instanceof Uint8Array)) return [name, value];
    const unpacked = UNPACKED[name];
    if (!unpacked) throw new Error(`Nobody knows how "${name}" of ${item.pk} ${item.sk} is packed.`);
    return [name, await unpacked(item)];
  });
  return Object.fromEntries(await Promise.all(attributes)) as Item;
};

/** Every item of the running stack's table as JSON, with everything unpacked that the store keeps packed. */
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
    const clear = await Promise.all((page.Items ?? []).map((item) => inClear(item as Item)));
    items.push(...clear.map((item) => JSON.stringify(item)));
  }
  return items;
};
