import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { chunked } from '#shared/domain/lists.ts';
import { databaseClient, withoutLog } from './aws-clients.ts';
import { type BackOff, backoffMs } from './backoff.ts';
import { failedConditions, retryingConflicts } from './conflicts.ts';
import {
  batchGetRequest,
  getRequest,
  positionOf,
  queryRequest,
  stretchRequest,
  writeRequest,
} from './dynamodb-requests.ts';
import { JointQueries, JointReads } from './joint-reads.ts';
import {
  type Attributes,
  differs,
  type Key,
  MAX_TRANSACTION_OPERATIONS,
  type ManyReading,
  nameOf,
  type Query,
  type Reading,
  refusalOf,
  type Stretch,
  type StretchQuery,
  type TableWriter,
  type UnguardedUpdate,
  type WriteOperation,
} from './table.ts';

/** Keys per BatchGetItem (DynamoDB limit). */
const BATCH_GET_KEYS = 100;
const BATCH_GET_TRIES = 12;
/** Attribute with a random id per write, by which a retry after a lost reply recognises its own success. */
const WRITE_ID = 'wid';
/** Every item pays for it: 16 characters are enough to tell apart the writes of one item. */
const WRITE_ID_BYTES = 12;

/** What a write sets it may set again; what it adds counts again, unless the item bears its mark. */
const addingOnce = (operation: WriteOperation, mark: string): WriteOperation =>
  'update' in operation && operation.add
    ? { ...operation, when: [...(operation.when ?? []), differs(WRITE_ID, mark)] }
    : operation;

type Item = Key & Attributes;

const backOff: BackOff = (triesLost) => sleep(backoffMs(triesLost, Math.random()));

const clientOf = (replyMaxMs: number | undefined): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(withoutLog(new DynamoDBClient(databaseClient(replyMaxMs))), {
    marshallOptions: { removeUndefinedValues: true },
  });

class DynamodbTable implements TableWriter {
  readonly backOff = backOff;
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;
  readonly #jointQueries = new JointQueries((query) => this.#queryAll<object>(query));
  readonly #joint = new JointReads(<T>(keys: Key[]) => this.#getAll<T>(keys, undefined));

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async get<T>(key: Key, reading?: Reading): Promise<(Key & T) | undefined> {
    if (reading) return this.#getOne(key, reading);
    const [item] = await this.#joint.read<T>([key]);
    return item;
  }

  getMany<T>(keys: Key[], reading?: ManyReading): Promise<((Key & T) | undefined)[]> {
    return reading ? this.#getAll(keys, reading) : this.#joint.read(keys);
  }

  async #getOne<T>(key: Key, { mayLag = false }: ManyReading = {}): Promise<(Key & T) | undefined> {
    const { Item } = await this.#client.send(new GetCommand(getRequest(this.#tableName, key, { mayLag })));
    return Item as (Key & T) | undefined;
  }

  async #getAll<T>(keys: Key[], reading: ManyReading | undefined): Promise<((Key & T) | undefined)[]> {
    const distinct = [...new Map(keys.map(({ pk, sk }) => [nameOf({ pk, sk }), { pk, sk }])).values()];
    const [first, ...more] = distinct;
    if (first && more.length === 0 && !reading?.fields) {
      const item = await this.#getOne<T>(first, reading);
      return keys.map(() => item);
    }
    const batches = await Promise.all(chunked(distinct, BATCH_GET_KEYS).map((some) => this.#getBatch(some, reading)));
    const found = new Map(batches.flat().map((item) => [nameOf(item), item]));
    return keys.map((key) => found.get(nameOf(key)) as (Key & T) | undefined);
  }

  async #getBatch(keys: Key[], reading: ManyReading | undefined): Promise<Item[]> {
    const items: Item[] = [];
    for (let pending = keys, tries = 0; pending.length > 0; tries++) {
      if (tries === BATCH_GET_TRIES)
        throw new Error(`DynamoDB left keys of a batch read unprocessed ${BATCH_GET_TRIES} times; giving up.`);
      if (tries > 0) await this.backOff(tries);
      const { Responses, UnprocessedKeys } = await this.#client.send(
        new BatchGetCommand(batchGetRequest(this.#tableName, pending, reading)),
      );
      items.push(...((Responses?.[this.#tableName] ?? []) as Item[]));
      pending = (UnprocessedKeys?.[this.#tableName]?.Keys ?? []) as Key[];
    }
    return items;
  }

  async query<T>(query: Query): Promise<(Key & T)[]> {
    return [...(await this.#jointQueries.read(query))] as (Key & T)[];
  }

  async #queryAll<T>(query: Query): Promise<(Key & T)[]> {
    const items: (Key & T)[] = [];
    let from: Record<string, unknown> | undefined;
    do {
      const request = { ...queryRequest(this.#tableName, query, items.length), ExclusiveStartKey: from };
      const reply = await this.#client.send(new QueryCommand(request));
      items.push(...((reply.Items ?? []) as (Key & T)[]));
      from = reply.LastEvaluatedKey;
    } while (from && (query.limit === undefined || items.length < query.limit));
    return query.limit === undefined ? items : items.slice(0, query.limit);
  }

  async queryStretch<T>(query: StretchQuery): Promise<Stretch<T>> {
    const { limit = Number.POSITIVE_INFINITY, lookAtMax } = query;
    const items: (Key & T)[] = [];
    let [lookedAt, matches, from] = [0, 0, query.after];
    do {
      const request = stretchRequest(this.#tableName, { ...query, after: from }, { lookedAt, matches });
      const reply = await this.#client.send(new QueryCommand(request));
      items.push(...((reply.Items ?? []) as (Key & T)[]));
      matches += reply.Count ?? 0;
      lookedAt += reply.ScannedCount ?? 0;
      from = reply.LastEvaluatedKey && positionOf(query, reply.LastEvaluatedKey);
    } while (from && lookedAt < lookAtMax && matches < limit);
    const surplus = matches > limit ? items[limit - 1] : undefined;
    const stoppedAt = surplus ? positionOf(query, surplus) : from;
    return { items: items.slice(0, limit), matches: Math.min(matches, limit), lookedAt, stoppedAt };
  }

  async write(operation: WriteOperation): Promise<void> {
    const mark = randomBytes(WRITE_ID_BYTES).toString('base64url');
    const once = addingOnce(operation, mark);
    try {
      await retryingConflicts(() => this.#send(once, once.when?.length ? { [WRITE_ID]: mark } : {}), this.backOff);
    } catch (error) {
      const failures = failedConditions(error);
      if (!failures) throw error;
      if (failures[0]?.found?.[WRITE_ID] === mark) return;
      throw refusalOf([operation], failures);
    }
  }

  async #send(operation: WriteOperation, marks: Attributes): Promise<void> {
    const { Put, Delete, Update } = writeRequest(this.#tableName, operation, marks);
    if (Put) await this.#client.send(new PutCommand(Put));
    else if (Delete) await this.#client.send(new DeleteCommand(Delete));
    else if (Update) await this.#client.send(new UpdateCommand(Update));
    else throw new Error('A condition check needs a transaction.');
  }

  async updateReturningOld(operation: UnguardedUpdate): Promise<Attributes> {
    const { Update } = writeRequest(this.#tableName, operation, {});
    if (!Update) throw new Error('An update names its item by `update`.');
    const request = { ...Update, ReturnValues: 'ALL_OLD' as const };
    const reply = await retryingConflicts(() => this.#client.send(new UpdateCommand(request)), this.backOff);
    const { pk, sk, ...attributes } = reply.Attributes ?? {};
    return attributes;
  }

  async transact(operations: WriteOperation[]): Promise<void> {
    if (operations.length > MAX_TRANSACTION_OPERATIONS) {
      throw new Error(`A transaction holds ${MAX_TRANSACTION_OPERATIONS} operations, not ${operations.length}.`);
    }
    const TransactItems = operations.map((operation) => writeRequest(this.#tableName, operation, {}));
    // A retry keeps the token while the outcome is unknown, so that DynamoDB recognises our own success.
    let ClientRequestToken = randomUUID();
    const attempt = () =>
      this.#client.send(new TransactWriteCommand({ TransactItems, ClientRequestToken })).catch((error: unknown) => {
        if ((error as Error).name === 'TransactionCanceledException') ClientRequestToken = randomUUID();
        throw error;
      });
    try {
      await retryingConflicts(attempt, this.backOff);
    } catch (error) {
      const failures = failedConditions(error);
      throw failures ? refusalOf(operations, failures) : error;
    }
  }
}

/** The table over the AWS SDK; the endpoint comes from the environment. */
export const dynamodbTable = (options: {
  tableName: string;
  replyMaxMs?: number | undefined;
  client?: DynamoDBDocumentClient;
}): TableWriter => new DynamodbTable(options.client ?? clientOf(options.replyMaxMs), options.tableName);
