import {
  type Attributes,
  type FailedCondition,
  type Key,
  MAX_TRANSACTION_OPERATIONS,
  type ManyReading,
  type PutOperation,
  type Query,
  type RemoveOperation,
  refusalOf,
  type Stretch,
  type StretchQuery,
  type TableWriter,
  type UnguardedUpdate,
  type UpdateOperation,
  type WriteOperation,
} from '#shared/store/table/table.ts';
import { INDEXES, type IndexName, type IndexSchema } from '#shared/store/table/table-schema.ts';
import { allHold, copy, type Item, updated, ValidationError } from './item-expressions.ts';

const WRITE_ID = 'wid';

type SingleOperation = PutOperation | UpdateOperation | RemoveOperation;

const SCHEMAS: Record<IndexName, IndexSchema> = INDEXES;
const GLOBAL_INDEXES = Object.values(SCHEMAS).filter(({ kind }) => kind === 'global');

export const keyOf = (operation: WriteOperation): Key => {
  if ('put' in operation) return operation.put;
  if ('update' in operation) return operation.update;
  return 'delete' in operation ? operation.delete : operation.check;
};

const textOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** An item's state before a change, for readers that have not caught up. */
interface Change {
  at: number;
  key: string;
  before: Item | undefined;
}

/**
 * The table in memory, with the port's promises and nothing else. Stored items are never changed in place nor shared
 * with a caller.
 */
export class MemoryTable implements TableWriter {
  readonly #items = new Map<string, Map<string, Item>>();
  readonly #indexed = new Map<string, Map<string, Item>>();
  readonly #changes: Change[] = [];
  readonly #clock: () => number;
  readonly #remembersMs: number;
  #writes = 0;
  #losesNextReply = false;

  /** `remembersMs`: how far back a stale read can look, by `clock` in milliseconds. */
  constructor(options: { clock?: () => number; remembersMs?: number } = {}) {
    this.#clock = options.clock ?? (() => 0);
    this.#remembersMs = options.remembersMs ?? 0;
  }

  /** Loses the reply to the next write, which is then sent again, as an SDK does. */
  loseNextReply(): void {
    this.#losesNextReply = true;
  }

  /** Every reader has caught up with what was written so far. */
  catchUp(): void {
    this.#changes.length = 0;
  }

  async get<T>(key: Key): Promise<(Key & T) | undefined> {
    return copy(this.peek(key)) as (Key & T) | undefined;
  }

  async getMany<T>(keys: Key[], { fields }: ManyReading = {}): Promise<((Key & T) | undefined)[]> {
    const found = keys.map((key) => this.peek(key));
    const seen = fields ? found.map((item) => item && pick(item, ['pk', 'sk', ...fields])) : found;
    return seen.map((item) => copy(item) as (Key & T) | undefined);
  }

  async query<T>(query: Query): Promise<(Key & T)[]> {
    return this.#select(query, this.#candidates(query)) as (Key & T)[];
  }

  async queryStretch<T>(query: StretchQuery): Promise<Stretch<T>> {
    return this.#stretch(query, this.#candidates(query));
  }

  /** Queries the table or an index as it stood some time ago. */
  async staleQuery<T>(query: Query, lagMs: number): Promise<(Key & T)[]> {
    return this.#select(query, this.#staleCandidates(query, lagMs)) as (Key & T)[];
  }

  async staleQueryStretch<T>(query: StretchQuery, lagMs: number): Promise<Stretch<T>> {
    return this.#stretch(query, this.#staleCandidates(query, lagMs));
  }

  /** Reads items as they stood some time ago. */
  async staleGetMany<T>(keys: Key[], lagMs: number): Promise<((Key & T) | undefined)[]> {
    const found = new Map(keys.map((key) => [textOf(key), this.peek(key)]));
    for (const { key, before } of this.#changesWithin(lagMs)) if (found.has(key)) found.set(key, before);
    return keys.map((key) => copy(found.get(textOf(key))) as (Key & T) | undefined);
  }

  async write(operation: SingleOperation): Promise<void> {
    const repeats = this.#losesNextReply ? 1 : 0;
    this.#losesNextReply = false;
    this.#writes += 1;
    const adds = 'update' in operation && operation.add !== undefined;
    const marks = operation.when?.length || adds ? { [WRITE_ID]: `write ${this.#writes}` } : {};
    for (let times = 0; times <= repeats; times++) {
      const found = this.peek(keyOf(operation));
      const isAddedBefore = adds && found?.[WRITE_ID] === marks[WRITE_ID];
      if (!isAddedBefore && allHold(found, operation.when)) this.#apply(operation, marks);
      else if (times === 0 || found?.[WRITE_ID] !== marks[WRITE_ID]) {
        throw refusalOf([operation], [{ index: 0, found: copy(found) }]);
      }
    }
  }

  async updateReturningOld(operation: UnguardedUpdate): Promise<Attributes> {
    const repeats = this.#losesNextReply ? 1 : 0;
    this.#losesNextReply = false;
    let attributes: Attributes = {};
    for (let times = 0; times <= repeats; times++) {
      const { pk, sk, ...before } = copy(this.peek(operation.update)) ?? { ...operation.update };
      attributes = before;
      this.#apply(operation, {});
    }
    return attributes;
  }

  async transact(operations: WriteOperation[]): Promise<void> {
    if (operations.length > MAX_TRANSACTION_OPERATIONS) {
      throw new Error(`A transaction holds ${MAX_TRANSACTION_OPERATIONS} operations, not ${operations.length}.`);
    }
    if (new Set(operations.map((operation) => textOf(keyOf(operation)))).size < operations.length) {
      throw new ValidationError('Transaction request cannot include multiple operations on one item');
    }
    this.#losesNextReply = false;
    const failures = operations.flatMap((operation, index): FailedCondition[] => {
      const found = this.peek(keyOf(operation));
      return allHold(found, operation.when) ? [] : [{ index, found: copy(found) }];
    });
    if (failures.length > 0) throw refusalOf(operations, failures);
    // Computed first, so that an impossible update leaves everything unchanged.
    const results = operations.map((operation) => ('check' in operation ? undefined : this.#result(operation, {})));
    operations.forEach((operation, index) => {
      if (!('check' in operation)) this.#store(keyOf(operation), results[index]);
    });
  }

  /** Nobody else writes while it waits: in the simulation, the ports wait. */
  async backOff(): Promise<void> {}

  /** The stored item itself, for reading only. */
  peek({ pk, sk }: Key): Item | undefined {
    return this.#items.get(pk)?.get(sk);
  }

  /** Every stored item, for reading only. */
  *all(): Generator<Item> {
    for (const partition of this.#items.values()) yield* partition.values();
  }

  /** The stored items of a partition, for reading only. */
  partition(pk: string): Iterable<Item> {
    return this.#items.get(pk)?.values() ?? [];
  }

  #candidates({ partition, index }: Query): Item[] {
    const schema = index && SCHEMAS[index];
    if (schema?.kind === 'global') return [...(this.#indexed.get(`${schema.name}\n${partition}`)?.values() ?? [])];
    return [...this.partition(partition)];
  }

  #staleCandidates(query: Query, lagMs: number): Item[] {
    const found = new Map(this.#candidates(query).map((item) => [textOf(item), item]));
    for (const { key, before } of this.#changesWithin(lagMs)) {
      if (before) found.set(key, before);
      else found.delete(key);
    }
    return [...found.values()];
  }

  #stretch<T>(query: StretchQuery, candidates: Item[]): Stretch<T> {
    const { filter, fields, limit = Number.POSITIVE_INFINITY, after, lookAtMax, countsOnly, ...range } = query;
    const sort = query.index ? SCHEMAS[query.index].sort : 'sk';
    const positionAt = ({ pk, sk, [sort]: at }: Item) => ({ pk, sk, sort: String(at) });
    const isPassed = (item: Item): boolean => {
      if (!after) return true;
      const order = compare(String(item[sort]), after.sort) || compare(textOf(item), textOf(after));
      return query.newestFirst ? order < 0 : order > 0;
    };
    const rest = (this.#select(range, candidates) as Item[]).filter(isPassed);
    const found: Item[] = [];
    let lookedAt = 0;
    while (lookedAt < Math.min(rest.length, lookAtMax) && found.length < limit) {
      const item = rest[lookedAt++] as Item;
      if (allHold(item, filter)) found.push(item);
    }
    const last = rest[lookedAt - 1];
    const items = countsOnly ? [] : found.map((item) => (fields ? pick(item, fields) : item) as Key & T);
    return {
      items,
      matches: found.length,
      lookedAt,
      // As DynamoDB, which looks no further than its bound, it does not see that nothing follows.
      stoppedAt: last && (lookedAt < rest.length || lookedAt === lookAtMax) ? positionAt(last) : undefined,
    };
  }

  #select(query: Query, candidates: Item[]): Attributes[] {
    const { partition, prefix, atLeast, upTo, newestFirst, limit, filter, fields } = query;
    const schema = query.index && SCHEMAS[query.index];
    const [partitionField, sort] = [schema?.partition ?? 'pk', schema?.sort ?? 'sk'];
    const inRange = candidates.filter((item) => {
      const at = item[sort];
      if (item[partitionField] !== partition || typeof at !== 'string') return false;
      if (prefix !== undefined && !at.startsWith(prefix)) return false;
      return (atLeast === undefined || at >= atLeast) && (upTo === undefined || at <= upTo);
    });
    const direction = newestFirst ? -1 : 1;
    inRange.sort(
      (one, other) =>
        direction * (compare(one[sort] as string, other[sort] as string) || compare(textOf(one), textOf(other))),
    );
    const projected = schema ? ['pk', 'sk', schema.partition, schema.sort, ...schema.includes] : undefined;
    const wanted = fields ?? projected;
    const seen = projected ? inRange.map((item) => pick(item, projected)) : inRange;
    const matching = filter?.length ? seen.filter((item) => allHold(item as Item, filter)) : seen;
    return matching.slice(0, limit).map((item) => copy(wanted ? pick(item, wanted) : item));
  }

  #result(operation: SingleOperation, marks: Attributes): Item | undefined {
    if ('put' in operation) return { ...copy(operation.put), ...marks };
    return 'delete' in operation ? undefined : updated(this.peek(operation.update), operation, marks);
  }

  #apply(operation: SingleOperation, marks: Attributes): void {
    this.#store(keyOf(operation), this.#result(operation, marks));
  }

  #store(key: Key, after: Item | undefined): void {
    const before = this.peek(key);
    const partition = this.#items.get(key.pk) ?? new Map<string, Item>();
    this.#items.set(key.pk, partition);
    if (after) partition.set(key.sk, after);
    else partition.delete(key.sk);
    const text = textOf(key);
    for (const schema of GLOBAL_INDEXES) {
      this.#unindex(schema, text, before);
      this.#index(schema, text, after);
    }
    this.#remember(text, before);
  }

  #unindex({ name, partition }: IndexSchema, text: string, item: Item | undefined): void {
    if (item?.[partition] !== undefined) this.#indexed.get(`${name}\n${String(item[partition])}`)?.delete(text);
  }

  #index({ name, partition, sort }: IndexSchema, text: string, item: Item | undefined): void {
    if (item?.[partition] === undefined || item[sort] === undefined) return;
    const at = `${name}\n${String(item[partition])}`;
    const entries = this.#indexed.get(at) ?? new Map<string, Item>();
    this.#indexed.set(at, entries);
    entries.set(text, item);
  }

  /** The latest changes first. */
  *#changesWithin(lagMs: number): Generator<Change> {
    const since = this.#clock() - lagMs;
    for (let at = this.#changes.length - 1; at >= 0 && (this.#changes[at] as Change).at > since; at--) {
      yield this.#changes[at] as Change;
    }
  }

  #remember(key: string, before: Item | undefined): void {
    if (this.#remembersMs === 0) return;
    const now = this.#clock();
    this.#changes.push({ at: now, key, before });
    while ((this.#changes[0]?.at ?? now) < now - this.#remembersMs) this.#changes.shift();
  }
}

const pick = (item: Attributes, fields: readonly string[]): Attributes => {
  const picked: Attributes = {};
  for (const field of fields) if (item[field] !== undefined) picked[field] = item[field];
  return picked;
};
