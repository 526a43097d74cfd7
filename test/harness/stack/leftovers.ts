import { paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { engineClient } from '#infra/local/database/engine/engine-client.ts';
import type { EngineAddress } from '#infra/local/database/engine/engine-requests.ts';
import { LOCAL_TABLE_NAME } from '#infra/local/process/environment.ts';
import { chunked } from '#shared/domain/lists.ts';
import { SECOND_MS } from '#shared/domain/time.ts';
import { INDEXES, TABLE_KEY } from '#shared/store/table/table-schema.ts';

const REPLY_MAX_MS = 30 * SECOND_MS;
const UPDATES_AT_ONCE = 50;

const { name: IndexName, partition, sort } = INDEXES.active;

/**
 * Takes what earlier suites left unfinished out of the sweep's sight. Otherwise every minute of a later suite would work
 * on campaigns that nobody watches any more.
 */
export const forgetLeftovers = async (engine: EngineAddress): Promise<void> => {
  const client = engineClient(engine, REPLY_MAX_MS);
  const keys: Record<string, unknown>[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: LOCAL_TABLE_NAME, IndexName })) {
    keys.push(...Items.map((item) => ({ pk: item[TABLE_KEY.partition], sk: item[TABLE_KEY.sort] })));
  }
  const forget = (Key: Record<string, unknown>) =>
    client.send(
      new UpdateCommand({
        TableName: LOCAL_TABLE_NAME,
        Key,
        UpdateExpression: 'REMOVE #partition, #sort',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#partition': partition, '#sort': sort },
      }),
    );
  // One that another request has deleted since is forgotten too.
  for (const some of chunked(keys, UPDATES_AT_ONCE)) await Promise.allSettled(some.map(forget));
  client.destroy();
};
