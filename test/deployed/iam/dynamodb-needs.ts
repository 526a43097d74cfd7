import { LOCAL_ACCOUNT, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { isObject, type Json } from '#test/deployed/assembly/json.ts';
import type { Need } from './policy.ts';

/** A table as far as it decides about permissions. */
export interface TableKeys {
  partition: string;
  /** The partition attribute of each index. */
  indexes: Record<string, string>;
}

/** By name. */
export type Tables = ReadonlyMap<string, TableKeys>;

const SINGLE = ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'];
const IN_TRANSACTION: Record<string, string> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};

/** Where a name stands for another, and the comparison of the partition. */
const EQUALS = /(#?[\w.-]+)\s*=\s*(:\w+)/g;

const tableName = (given: unknown): string => String(given).replace(/^.*:table\//, '');

const arnOf = (name: string, index?: unknown): string =>
  `arn:aws:dynamodb:${LOCAL_REGION}:${LOCAL_ACCOUNT}:table/${name}${index ? `/index/${String(index)}` : ''}`;

/** The text in `{"S": "..."}`. */
const plain = (value: unknown): string => (isObject(value) ? String(Object.values(value)[0]) : '');

export const dynamodbNeeds = (operation: string, body: Json, tables: Tables): Need[] => {
  const keysOf = (name: string): TableKeys => {
    const keys = tables.get(name);
    if (!keys) throw new Error(`A request names the table ${name}, which no template makes.`);
    return keys;
  };

  const need = (action: string, name: string, leading: readonly string[] | undefined, index?: unknown): Need => ({
    action: `dynamodb:${action}`,
    resource: arnOf(name, index),
    context: leading ? { 'dynamodb:LeadingKeys': leading } : {},
  });

  const ofItem = (action: string, { TableName, Key, Item }: Json): Need => {
    const name = tableName(TableName);
    const item = (Key ?? Item) as Json;
    return need(action, name, [plain(item[keysOf(name).partition])]);
  };

  const ofQuery = ({ TableName, IndexName, KeyConditionExpression, ...more }: Json): Need => {
    const name = tableName(TableName);
    const { partition, indexes } = keysOf(name);
    const key = IndexName === undefined ? partition : indexes[String(IndexName)];
    if (key === undefined) throw new Error(`A request names the index ${String(IndexName)}, which no template makes.`);
    const names = (more.ExpressionAttributeNames ?? {}) as Json;
    const values = (more.ExpressionAttributeValues ?? {}) as Json;
    const comparisons = [...String(KeyConditionExpression).matchAll(EQUALS)];
    const found = comparisons.find(([, attribute = '']) => (names[attribute] ?? attribute) === key);
    return need('Query', name, found && [plain(values[found[2] ?? ''])], IndexName);
  };

  const ofBatch = (action: string, { RequestItems }: Json, keyOf: (request: Json) => Json): Need[] =>
    Object.entries(RequestItems as Json).map(([given, requests]) => {
      const name = tableName(given);
      const { partition } = keysOf(name);
      const all = (isObject(requests) ? requests.Keys : requests) as Json[];
      return need(action, name, [...new Set(all.map((request) => plain(keyOf(request)[partition])))]);
    });

  const ofTransaction = ({ TransactItems }: Json): Need[] =>
    (TransactItems as Json[]).flatMap((entry) =>
      Object.entries(entry).map(([kind, item]) => {
        const action = IN_TRANSACTION[kind];
        if (!action) throw new Error(`${kind} in a transaction is not emulated: test/deployed/iam/dynamodb-needs.ts.`);
        return ofItem(action, item as Json);
      }),
    );

  if (SINGLE.includes(operation)) return [ofItem(operation, body)];
  switch (operation) {
    case 'Query':
      return [ofQuery(body)];
    case 'Scan':
      return [need('Scan', tableName(body.TableName), undefined, body.IndexName)];
    case 'BatchGetItem':
      return ofBatch(operation, body, (key) => key);
    case 'BatchWriteItem':
      return ofBatch(operation, body, ({ PutRequest, DeleteRequest }) => {
        const { Item, Key } = (PutRequest ?? DeleteRequest) as Json;
        return (Item ?? Key) as Json;
      });
    case 'TransactWriteItems':
    case 'TransactGetItems':
      return ofTransaction(body);
    default:
      throw new Error(`dynamodb:${operation} is not emulated: test/deployed/iam/dynamodb-needs.ts.`);
  }
};
