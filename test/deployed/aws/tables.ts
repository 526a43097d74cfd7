import {
  CreateTableCommand,
  type CreateTableCommandInput,
  type DynamoDBClient,
  ListTablesCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { isObject, type Json, listOf } from '#test/deployed/assembly/json.ts';
import { ofType, type ResolvedStack, type Resource } from '#test/deployed/assembly/resolve.ts';
import type { TableKeys, Tables } from '#test/deployed/iam/dynamodb-needs.ts';

const KINDS = ['AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table'];
/** What decides about reading and writing. The rest of a template's table is about backups, capacity and encryption. */
const INDEX_PROPERTIES = ['IndexName', 'KeySchema', 'Projection'];

const partitionOf = (keySchema: unknown): string => {
  const hash = (listOf(keySchema) as Json[]).find(({ KeyType }) => KeyType === 'HASH');
  return String(hash?.AttributeName);
};

const indexesOf = ({ properties }: Resource): Json[] => [
  ...(listOf(properties.GlobalSecondaryIndexes) as Json[]),
  ...(listOf(properties.LocalSecondaryIndexes) as Json[]),
];

const keysOf = (table: Resource): TableKeys => ({
  partition: partitionOf(table.properties.KeySchema),
  indexes: Object.fromEntries(
    indexesOf(table).map(({ IndexName, KeySchema }) => [String(IndexName), partitionOf(KeySchema)]),
  ),
});

/** The keys of the templates' tables, by name. */
export const tablesOf = (stack: ResolvedStack): Tables =>
  new Map(ofType(stack, ...KINDS).map((table) => [table.identity.ref, keysOf(table)]));

const indexInput = (index: Json): Json =>
  Object.fromEntries(Object.entries(index).filter(([name]) => INDEX_PROPERTIES.includes(name)));

const isGiven = (indexes: unknown): indexes is Json[] => Array.isArray(indexes) && indexes.length > 0;

const inputOf = ({ identity, properties }: Resource): CreateTableCommandInput => {
  const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, LocalSecondaryIndexes } = properties;
  const input = {
    TableName: identity.ref,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions,
    KeySchema,
    ...(isGiven(GlobalSecondaryIndexes) && { GlobalSecondaryIndexes: GlobalSecondaryIndexes.map(indexInput) }),
    ...(isGiven(LocalSecondaryIndexes) && { LocalSecondaryIndexes: LocalSecondaryIndexes.map(indexInput) }),
  };
  return input as unknown as CreateTableCommandInput;
};

/** Makes the templates' tables that are not there yet. */
export const deployTables = async (client: DynamoDBClient, stack: ResolvedStack): Promise<void> => {
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  for (const table of ofType(stack, ...KINDS)) {
    const TableName = table.identity.ref;
    if (TableNames.includes(TableName)) continue;
    await client.send(new CreateTableCommand(inputOf(table)));
    const expiry = table.properties.TimeToLiveSpecification;
    if (!isObject(expiry)) continue;
    const TimeToLiveSpecification = { AttributeName: String(expiry.AttributeName), Enabled: expiry.Enabled === true };
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  }
};
