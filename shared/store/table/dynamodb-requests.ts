import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { allOf, Placeholders, updateText } from './expressions.ts';
import type { Attributes, Key, ManyReading, Position, Query, Reading, StretchQuery, WriteOperation } from './table.ts';
import { INDEXES } from './table-schema.ts';

/** Items per page of a query. */
const PAGE_MAX_ITEMS = 1000;
/** Entries that a filtered stretch reads at first for each match that it wants. */
const STRIDE_PER_MATCH = 4;

/** A write in DynamoDB's form, alone or in a transaction. `marks` are extra attributes of the item. */
export const writeRequest = (TableName: string, operation: WriteOperation, marks: Attributes) => {
  const at = new Placeholders();
  const guard = operation.when?.length ? { ConditionExpression: allOf(operation.when, at) } : {};
  const onFailure = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const };
  if ('put' in operation) {
    return { Put: { TableName, Item: { ...operation.put, ...marks }, ...guard, ...at.fields(), ...onFailure } };
  }
  if ('delete' in operation) {
    return { Delete: { TableName, Key: operation.delete, ...guard, ...at.fields(), ...onFailure } };
  }
  if ('check' in operation) {
    const ConditionExpression = guard.ConditionExpression as string;
    return { ConditionCheck: { TableName, Key: operation.check, ConditionExpression, ...at.fields(), ...onFailure } };
  }
  const UpdateExpression = updateText(operation, marks, at);
  return { Update: { TableName, Key: operation.update, UpdateExpression, ...guard, ...at.fields(), ...onFailure } };
};

/** A read of one item, consistent unless it may lag. */
export const getRequest = (TableName: string, Key: Key, reading?: Reading) => ({
  TableName,
  Key,
  ConsistentRead: !reading?.mayLag,
});

/** A read of many items, consistent unless it may lag. Whoever is about to dial relies on it. */
export const batchGetRequest = (TableName: string, Keys: Key[], reading?: ManyReading) => ({
  RequestItems: { [TableName]: { Keys, ConsistentRead: !reading?.mayLag, ...projection(reading?.fields) } },
});

/** Only these attributes and the key. */
const projection = (fields: readonly string[] | undefined) => {
  if (!fields) return {};
  const at = new Placeholders();
  const ProjectionExpression = [...new Set(['pk', 'sk', ...fields])].map((field) => at.name(field)).join(', ');
  return { ProjectionExpression, ...at.fields() };
};

/** One page of a query; `alreadyRead` items count against its limit. */
export const queryRequest = (TableName: string, query: Query, alreadyRead: number): QueryCommandInput => {
  const index = query.index ? INDEXES[query.index] : undefined;
  const at = new Placeholders();
  const sort = index?.sort ?? 'sk';
  const conditions = [`${at.name(index?.partition ?? 'pk')} = ${at.value(query.partition)}`];
  if (query.prefix !== undefined) conditions.push(`begins_with(${at.name(sort)}, ${at.value(query.prefix)})`);
  if (query.atLeast !== undefined && query.upTo !== undefined) {
    conditions.push(`${at.name(sort)} BETWEEN ${at.value(query.atLeast)} AND ${at.value(query.upTo)}`);
  } else if (query.atLeast !== undefined) conditions.push(`${at.name(sort)} >= ${at.value(query.atLeast)}`);
  else if (query.upTo !== undefined) conditions.push(`${at.name(sort)} <= ${at.value(query.upTo)}`);
  const filter = query.filter?.length ? allOf(query.filter, at) : undefined;
  const fields = query.fields?.map((field) => at.name(field)).join(', ');
  return {
    TableName,
    ...(index && { IndexName: index.name }),
    KeyConditionExpression: conditions.join(' AND '),
    ...(filter && { FilterExpression: filter }),
    ...(fields && { ProjectionExpression: fields }),
    ...at.fields(),
    ScanIndexForward: !query.newestFirst,
    ConsistentRead: index?.kind !== 'global',
    ...(query.limit !== undefined && !filter && { Limit: Math.min(query.limit - alreadyRead, PAGE_MAX_ITEMS) }),
  };
};

const startKeyOf = ({ index, partition }: Query, { pk, sk, sort }: Position): Record<string, string> => ({
  pk,
  sk,
  ...(index && { [INDEXES[index].partition]: partition, [INDEXES[index].sort]: sort }),
});

/** The position of an entry of a query, or of where DynamoDB says that it stopped. */
export const positionOf = ({ index }: Query, entry: object): Position => {
  const { pk, sk, ...keys } = entry as Key & Record<string, unknown>;
  return { pk, sk, sort: String(index ? keys[INDEXES[index].sort] : sk) };
};

/** The next request of a stretch, of which so much was read and found before. */
export const stretchRequest = (
  TableName: string,
  query: StretchQuery,
  { lookedAt, matches }: { lookedAt: number; matches: number },
): QueryCommandInput => {
  const { fields, after, limit = Number.POSITIVE_INFINITY, lookAtMax, countsOnly, ...range } = query;
  // The rarer the matches, the longer the strides; what a stride reads beyond the limit is wasted.
  const stride = range.filter?.length ? Math.max(STRIDE_PER_MATCH * limit, lookedAt) : limit - matches;
  return {
    ...queryRequest(TableName, { ...range, ...(fields && !countsOnly && { fields }) }, 0),
    ...(countsOnly && { Select: 'COUNT' }),
    Limit: Math.min(lookAtMax - lookedAt, stride),
    ...(after && { ExclusiveStartKey: startKeyOf(query, after) }),
  };
};
