import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { allOf, Placeholders, updateText } from './expressions.ts';
import {
  type Attributes,
  type FailedCondition,
  type Key,
  MAX_TRANSACTION_OPERATIONS,
  type Query,
  refusalOf,
  type TableWriter,
  type WriteOperation,
} from './table.ts';
import { INDEXES } from './table-schema.ts';

/** Keys in one BatchGetItem at most (DynamoDB's own limit). */
const BATCH_GET_KEYS = 100;
/** Attempts at a write that meets another transaction, before the caller sees the conflict. */
const CONFLICT_ATTEMPTS = 10;
const CONFLICT_BACKOFF_MS = 15;
const CONFLICT_BACKOFF_MAX_MS = 500;
/** Marks a write with a random id, so that its own retry after a lost reply recognises itself. */
const WRITE_ID = 'wid';

let sharedClient: DynamoDBDocumentClient | undefined;

const defaultClient = (): DynamoDBDocumentClient => {
  sharedClient ??= DynamoDBDocumentClient.from(new DynamoDBClient({ maxAttempts: 6 }), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return sharedClient;
};

const isConflict = (error: unknown): boolean => {
  const { name, CancellationReasons: reasons } = error as { name?: string; CancellationReasons?: { Code?: string }[] };
  if (name === 'TransactionConflictException' || name === 'TransactionInProgressException') return true;
  if (name !== 'TransactionCanceledException' || !reasons) return false;
  const codes = reasons.map((reason) => reason.Code).filter((code) => code && code !== 'None');
  return codes.length > 0 && codes.every((code) => code === 'TransactionConflict' || code === 'ThrottlingError');
};

const retryingConflicts = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isConflict(error) || tries === CONFLICT_ATTEMPTS) throw error;
      const ceiling = Math.min(CONFLICT_BACKOFF_MAX_MS, CONFLICT_BACKOFF_MS * 2 ** tries);
      await sleep(Math.random() * ceiling);
    }
  }
};

/** The failed conditions of a cancelled transaction or a refused single write; undefined for any other error. */
const failedConditions = (error: unknown): FailedCondition[] | undefined => {
  const { name, Item, CancellationReasons } = error as {
    name?: string;
    Item?: Key & Attributes;
    CancellationReasons?: { Code?: string; Item?: Key & Attributes }[];
  };
  if (name === 'ConditionalCheckFailedException') return [{ index: 0, found: Item }];
  if (name !== 'TransactionCanceledException' || !CancellationReasons) return undefined;
  const failures = CancellationReasons.flatMap(({ Code, Item: found }, index) =>
    Code === 'ConditionalCheckFailed' ? [{ index, found }] : [],
  );
  return failures.length > 0 ? failures : undefined;
};

/** The one table over the AWS SDK; the endpoint comes from the environment. */
export const dynamodbTable = (options: { tableName: string; client?: DynamoDBDocumentClient }): TableWriter => {
  const { tableName: TableName } = options;
  const client = options.client ?? defaultClient();

  const request = (operation: WriteOperation, marks: Attributes) => {
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

  const sendSingle = (operation: WriteOperation, marks: Attributes): Promise<unknown> => {
    const { Put, Delete, Update } = request(operation, marks);
    if (Put) return client.send(new PutCommand(Put));
    if (Delete) return client.send(new DeleteCommand(Delete));
    if (Update) return client.send(new UpdateCommand(Update));
    throw new Error('A condition check is only possible inside a transaction.');
  };

  const getBatch = async (keys: Key[]): Promise<(Key & Attributes)[]> => {
    const items: (Key & Attributes)[] = [];
    let pending: Key[] | undefined = keys;
    for (let tries = 0; pending && pending.length > 0; tries++) {
      if (tries > 0) await sleep(Math.random() * Math.min(CONFLICT_BACKOFF_MAX_MS, CONFLICT_BACKOFF_MS * 2 ** tries));
      const reply: {
        Responses?: Record<string, unknown[]> | undefined;
        UnprocessedKeys?: Record<string, { Keys?: unknown }> | undefined;
      } = await client.send(
        new BatchGetCommand({ RequestItems: { [TableName]: { Keys: pending, ConsistentRead: true } } }),
      );
      items.push(...((reply.Responses?.[TableName] ?? []) as (Key & Attributes)[]));
      pending = reply.UnprocessedKeys?.[TableName]?.Keys as Key[] | undefined;
    }
    return items;
  };

  return {
    async get<T>(key: Key) {
      const { Item } = await client.send(new GetCommand({ TableName, Key: key, ConsistentRead: true }));
      return Item as (Key & T) | undefined;
    },

    async getMany<T>(keys: Key[]) {
      const distinct = [...new Map(keys.map((key) => [`${key.pk}\n${key.sk}`, { pk: key.pk, sk: key.sk }])).values()];
      const batches = Array.from({ length: Math.ceil(distinct.length / BATCH_GET_KEYS) }, (_, batch) =>
        getBatch(distinct.slice(batch * BATCH_GET_KEYS, (batch + 1) * BATCH_GET_KEYS)),
      );
      const found = new Map((await Promise.all(batches)).flat().map((item) => [`${item.pk}\n${item.sk}`, item]));
      return keys.map((key) => found.get(`${key.pk}\n${key.sk}`) as (Key & T) | undefined);
    },

    async query<T>(query: Query) {
      const items: (Key & T)[] = [];
      let from: Record<string, unknown> | undefined;
      do {
        const reply = await client.send(
          new QueryCommand({ ...queryInput(TableName, query, items.length), ExclusiveStartKey: from }),
        );
        items.push(...((reply.Items ?? []) as (Key & T)[]));
        from = reply.LastEvaluatedKey;
      } while (from && (query.limit === undefined || items.length < query.limit));
      return query.limit === undefined ? items : items.slice(0, query.limit);
    },

    async write(operation) {
      const mark = randomUUID();
      try {
        await retryingConflicts(() => sendSingle(operation, operation.when?.length ? { [WRITE_ID]: mark } : {}));
      } catch (error) {
        const failures = failedConditions(error);
        if (!failures) throw error;
        if (failures[0]?.found?.[WRITE_ID] === mark) return;
        throw refusalOf([operation], failures);
      }
    },

    async transact(operations) {
      if (operations.length > MAX_TRANSACTION_OPERATIONS) {
        throw new Error(`A transaction holds ${MAX_TRANSACTION_OPERATIONS} operations, not ${operations.length}.`);
      }
      try {
        await retryingConflicts(() =>
          client.send(
            new TransactWriteCommand({
              TransactItems: operations.map((operation) => request(operation, {})),
              ClientRequestToken: randomUUID(),
            }),
          ),
        );
      } catch (error) {
        const failures = failedConditions(error);
        throw failures ? refusalOf(operations, failures) : error;
      }
    },
  };
};

const queryInput = (TableName: string, query: Query, alreadyRead: number): QueryCommandInput => {
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
    ...(query.limit !== undefined && !filter && { Limit: query.limit - alreadyRead }),
  };
};
