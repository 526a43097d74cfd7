import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type DynamoDBClient,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { INDEXES, type IndexSchema, TABLE_KEY, TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';

const keySchema = (partition: string, sort: string): CreateTableCommandInput['KeySchema'] => [
  { AttributeName: partition, KeyType: 'HASH' },
  { AttributeName: sort, KeyType: 'RANGE' },
];

const indexOf = ({ name, partition, sort, includes }: IndexSchema) => ({
  IndexName: name,
  KeySchema: keySchema(partition, sort),
  Projection:
    includes.length > 0
      ? { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...includes] }
      : { ProjectionType: 'KEYS_ONLY' as const },
});

const tableInput = (tableName: string): CreateTableCommandInput => {
  const indexes: IndexSchema[] = Object.values(INDEXES);
  const attributes = new Set<string>([TABLE_KEY.partition, TABLE_KEY.sort]);
  for (const { partition, sort } of indexes) attributes.add(partition).add(sort);
  const local = indexes.filter(({ kind }) => kind === 'local').map(indexOf);
  const global = indexes.filter(({ kind }) => kind === 'global').map(indexOf);
  return {
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(TABLE_KEY.partition, TABLE_KEY.sort),
    AttributeDefinitions: [...attributes].map((name) => ({ AttributeName: name, AttributeType: 'S' as const })),
    ...(local.length > 0 && { LocalSecondaryIndexes: local }),
    ...(global.length > 0 && { GlobalSecondaryIndexes: global }),
  };
};

const exists = async (client: DynamoDBClient, tableName: string): Promise<boolean> => {
  try {
    await client.send(new DescribeTableCommand({ TableName: tableName }));
    return true;
  } catch (error) {
    if ((error as Error).name === 'ResourceNotFoundException') return false;
    throw error;
  }
};

/** Creates the product's table with its indexes and expiry, unless it exists. */
export const createTable = async (client: DynamoDBClient, tableName: string): Promise<void> => {
  if (await exists(client, tableName)) return;
  await client.send(new CreateTableCommand(tableInput(tableName)));
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: tableName,
      TimeToLiveSpecification: { AttributeName: TTL_ATTRIBUTE, Enabled: true },
    }),
  );
};
