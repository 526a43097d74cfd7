import type { BackOff } from './backoff.ts';
import type { IndexName } from './table-schema.ts';

export interface Key {
  pk: string;
  sk: string;
}

/** Tells keys apart. */
export const nameOf = ({ pk, sk }: Key): string => `${pk}\n${sk}`;

export type Attributes = Record<string, unknown>;

/** A test on an item; a field may be a path such as `ix.status`. All conditions of a list must hold. */
export type Condition =
  | { test: 'present' | 'absent'; field: string }
  | { test: '=' | '<>' | '<' | '<=' | '>' | '>='; field: string; value: unknown }
  | { test: 'in'; field: string; values: unknown[] }
  | { test: 'contains'; field: string; value: string }
  | { test: 'any'; of: Condition[] };

export const present = (field: string): Condition => ({ test: 'present', field });
export const absent = (field: string): Condition => ({ test: 'absent', field });
export const equals = (field: string, value: unknown): Condition => ({ test: '=', field, value });
export const differs = (field: string, value: unknown): Condition => ({ test: '<>', field, value });
export const below = (field: string, value: number | string): Condition => ({ test: '<', field, value });
export const oneOf = (field: string, values: readonly unknown[]): Condition => ({
  test: 'in',
  field,
  values: [...values],
});
export const contains = (field: string, value: string): Condition => ({ test: 'contains', field, value });
export const anyOf = (...of: Condition[]): Condition => ({ test: 'any', of });
/** For a field that is stored as null, or left out where it is. */
export const isNull = (field: string): Condition => anyOf(absent(field), equals(field, null));
export const notNull = (field: string): Condition[] => [present(field), differs(field, null)];

interface Guarded {
  when?: Condition[];
  /** The error for a failed condition; ConditionFailed by default. */
  refuse?: () => Error;
}

export type PutOperation = Guarded & { put: Key & Attributes };
export type UpdateOperation = Guarded & {
  update: Key;
  set?: Attributes;
  add?: Record<string, number>;
  remove?: string[];
};
/** An update without a condition. It does not add, for it may be carried out twice. */
export type UnguardedUpdate = Omit<UpdateOperation, 'when' | 'refuse' | 'add'>;
export type RemoveOperation = Guarded & { delete: Key };
export type CheckOperation = Guarded & { check: Key; when: Condition[] };
export type WriteOperation = PutOperation | UpdateOperation | RemoveOperation | CheckOperation;

/** Operations per transaction (DynamoDB limit). */
export const MAX_TRANSACTION_OPERATIONS = 100;

export interface Query {
  partition: string;
  /** The table itself by default. `due` (local) is consistent; `list` and `active` (global) may lag by moments. */
  index?: IndexName;
  /** Only sort keys with this prefix. */
  prefix?: string;
  /** Only sort keys from this one on. */
  atLeast?: string;
  /** Only sort keys up to and including this one. */
  upTo?: string;
  newestFirst?: boolean;
  /** Maximum number of items to return, after filtering. */
  limit?: number;
  filter?: Condition[];
  /** Attributes to return; all by default. */
  fields?: string[];
}

/** An entry of a partition, by which a reading that stopped there goes on after it. */
export interface Position extends Key {
  /** Its sort key in the index that is read. */
  sort: string;
}

export interface StretchQuery extends Query {
  /** Begins after this entry, which need not exist any more. */
  after?: Position | undefined;
  /** Entries read at most, matching or not. */
  lookAtMax: number;
  /** Only counts what matches. */
  countsOnly?: boolean;
}

/** A part of a partition that was read at a bounded cost. */
export interface Stretch<T> {
  /** None if it was only counted. */
  items: (Key & T)[];
  matches: number;
  /** Entries read, matching or not. */
  lookedAt: number;
  /** Where it stopped for its limit or its bound; undefined at the end of the partition. */
  stoppedAt: Position | undefined;
}

export interface Reading {
  mayLag: boolean;
}

export interface ManyReading {
  mayLag?: boolean;
  /** Attributes to return beside the key; all by default. */
  fields?: readonly string[] | undefined;
}

/** A narrow port to the table, so that a test double can satisfy the same contract. */
export interface TableReader {
  /** Consistent, unless it may lag by moments, which costs half. */
  get<T>(key: Key, reading?: Reading): Promise<(Key & T) | undefined>;
  /**
   * In the order of the keys, with `undefined` for missing items. Keys may repeat. Consistent, unless it may lag by
   * moments, which costs half; nobody may decide by what lags.
   */
  getMany<T>(keys: Key[], reading?: ManyReading): Promise<((Key & T) | undefined)[]>;
  query<T>(query: Query): Promise<(Key & T)[]>;
  /** Like `query`, at a bounded cost. `fields` must include the key and the sort key of the index. */
  queryStretch<T>(query: StretchQuery): Promise<Stretch<T>>;
}

export interface TableWriter extends TableReader {
  /**
   * Writes one item. A put or update recognises its own success after a lost reply, and adds nothing twice, unless
   * somebody else has written the item in between. A delete leaves nothing to recognise, so its retry may fail although
   * it succeeded.
   * @throws ConditionFailed or the operation's own refusal; Contended when conflicts with transactions do not end.
   */
  write(operation: PutOperation | UpdateOperation | RemoveOperation): Promise<void>;
  /**
   * Updates one item whatever it is, and returns the attributes that it had before, its key left out; none if there was
   * no item. After a lost reply it returns what its own first try left.
   */
  updateReturningOld(operation: UnguardedUpdate): Promise<Attributes>;
  /**
   * Writes all or nothing. Conflicts with other writes are retried with jitter.
   * @throws ConditionFailed or the refusal of the first failed operation that has one; Contended when the conflicts
   * do not end.
   */
  transact(operations: WriteOperation[]): Promise<void>;
  /** Waits before a lost race is run again. */
  backOff: BackOff;
}

export interface FailedCondition {
  /** Position of the operation in the transaction. */
  index: number;
  /** The item that was found; undefined if there was none. */
  found: (Key & Attributes) | undefined;
}

/** The condition of a write failed, because another writer was faster. */
export class ConditionFailed extends Error {
  readonly failures: FailedCondition[];

  constructor(failures: FailedCondition[]) {
    super(`A conditional write lost its race (operations ${failures.map(({ index }) => index).join(', ')}).`);
    this.name = 'ConditionFailed';
    this.failures = failures;
  }
}

/** Others wrote the same items at the same time until the tries were spent; nothing was written. */
export class Contended extends Error {
  constructor(cause: unknown) {
    super('Others changed the same items at the same time, in every try.', { cause });
    this.name = 'Contended';
  }
}

/** The error for failed conditions: the first refusal among them, or ConditionFailed. */
export const refusalOf = (operations: WriteOperation[], failures: FailedCondition[]): Error => {
  for (const { index } of failures) {
    const refuse = operations[index]?.refuse;
    if (refuse) return refuse();
  }
  return new ConditionFailed(failures);
};
