import { DeleteCommand, type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { chunked } from '#shared/domain/lists.ts';
import { HOUR_MS, SECOND_MS } from '#shared/domain/time.ts';
import { TABLE_KEY, TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';

/** Items deleted in one run; of more, the next one deletes the rest. */
const DELETED_MOST = 50_000;
const DELETED_AT_ONCE = 16;
/** Items that one request looks at, so that others have their turn in between. */
const LOOKED_AT_TOGETHER = 1_000;

interface Expiry {
  client: DynamoDBDocumentClient;
  tableName: string;
  now: Date;
  most?: number;
  /** Ends a run early. */
  signal?: AbortSignal;
}

/** What has ended, and has not been given a new end meanwhile. */
const hasEnded = (now: Date) => ({
  ExpressionAttributeNames: { '#end': TTL_ATTRIBUTE },
  ExpressionAttributeValues: { ':now': Math.floor(now.getTime() / SECOND_MS) },
});

/** Deletes one; false if it has a new end, or is gone. */
const deleteOne = async ({ client, tableName, now }: Expiry, Key: Record<string, unknown>): Promise<boolean> => {
  try {
    await client.send(
      new DeleteCommand({ TableName: tableName, Key, ConditionExpression: '#end < :now', ...hasEnded(now) }),
    );
    return true;
  } catch (error) {
    if ((error as Error).name === 'ConditionalCheckFailedException') return false;
    throw error;
  }
};

/** Deletes the table's expired items, as DynamoDB does by itself and the embedded engine does not. Answers how many. */
export const deleteExpired = async (expiry: Expiry): Promise<number> => {
  const { client, tableName, now, most = DELETED_MOST, signal } = expiry;
  const { partition, sort } = TABLE_KEY;
  const { ExpressionAttributeNames, ExpressionAttributeValues } = hasEnded(now);
  const pages = paginateScan(
    { client, pageSize: LOOKED_AT_TOGETHER },
    {
      TableName: tableName,
      FilterExpression: '#end < :now',
      ProjectionExpression: '#partition, #sort',
      ExpressionAttributeNames: { ...ExpressionAttributeNames, '#partition': partition, '#sort': sort },
      ExpressionAttributeValues,
    },
  );
  let deleted = 0;
  for await (const { Items = [] } of pages) {
    for (const some of chunked(Items.slice(0, most - deleted), DELETED_AT_ONCE)) {
      if (signal?.aborted) return deleted;
      const outcomes = await Promise.all(some.map((key) => deleteOne(expiry, key)));
      deleted += outcomes.filter(Boolean).length;
    }
    if (deleted >= most || signal?.aborted) return deleted;
  }
  return deleted;
};

interface ItemExpiryOptions extends Omit<Expiry, 'now' | 'most' | 'signal'> {
  /** Something was deleted. */
  onDeleted(): void;
  onError(error: unknown): void;
}

/** Deletes expired items at once and every hour. */
export const startItemExpiry = ({ onDeleted, onError, ...table }: ItemExpiryOptions): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> = Promise.resolve();
  const expire = async (): Promise<void> => {
    if ((await deleteExpired({ ...table, now: new Date(), signal })) > 0) onDeleted();
  };
  const run = (): void => {
    running = running.then(expire).catch(onError);
  };
  run();
  const timer = setInterval(run, HOUR_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
};
