import type { IndexName } from './table-schema.ts';

/** The single table as the product uses it: a narrow port, so that a double can stand in for it and be held to the same contract. */
export interface Key {
  pk: string;
  sk: string;
}

export type Attributes = Record<string, unknown>;

/** A test on an item; a field may be a path such as `ix.status`. Several conditions together are all required. */
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

interface Guarded {
  when?: Condition[];
  /** What a failed condition means to the caller; without it the write throws ConditionFailed. */
  refuse?: () => Error;
}

export type PutOperation = Guarded & { put: Key & Attributes };
export type UpdateOperation = Guarded & {
  update: Key;
  set?: Attributes;
  add?: Record<string, number>;
  remove?: string[];
};
export type RemoveOperation = Guarded & { delete: Key };
export type CheckOperation = Guarded & { check: Key; when: Condition[] };
export type WriteOperation = PutOperation | UpdateOperation | RemoveOperation | CheckOperation;

/** Operations in one transaction at most (DynamoDB's own limit). */
export const MAX_TRANSACTION_OPERATIONS = 100;

export interface Query {
  partition: string;
  /** `due` (local) is read consistently; `list` and `active` (global) may lag behind by moments. None: the table itself. */
  index?: IndexName;
  /** Only sort keys that begin so. */
  prefix?: string;
  /** Only sort keys from this one on. */
  atLeast?: string;
  /** Only sort keys up to and including this one. */
  upTo?: string;
  newestFirst?: boolean;
  /** Items to return at most, after filtering. */
  limit?: number;
  filter?: Condition[];
  /** Attributes to return; all by default. */
  fields?: string[];
}

export interface TableReader {
  /** Consistent. */
  get<T>(key: Key): Promise<(Key & T) | undefined>;
  /** Consistent; answers in the order of the keys, with `undefined` for what is not there. Keys may repeat. */
  getMany<T>(keys: Key[]): Promise<((Key & T) | undefined)[]>;
  query<T>(query: Query): Promise<(Key & T)[]>;
}

export interface TableWriter extends TableReader {
  /**
   * One item. Safe to repeat after a lost reply: a put or update finds out by itself that it had already won. A delete
   * cannot, since it leaves nothing to recognise; who deletes alone must not mind losing.
   * @throws ConditionFailed or the operation's own refusal.
   */
  write(operation: PutOperation | UpdateOperation | RemoveOperation): Promise<void>;
  /**
   * All or nothing. Conflicts with other transactions are retried with jitter.
   * @throws ConditionFailed or the refusal of the first operation whose condition failed.
   */
  transact(operations: WriteOperation[]): Promise<void>;
}

export interface FailedCondition {
  /** Position of the operation in the transaction. */
  index: number;
  /** The item as it was found, when there was one. */
  found: (Key & Attributes) | undefined;
}

/** A conditional write lost: somebody else was there first. */
export class ConditionFailed extends Error {
  readonly failures: FailedCondition[];

  constructor(failures: FailedCondition[]) {
    super(`A conditional write lost its race (operations ${failures.map(({ index }) => index).join(', ')}).`);
    this.name = 'ConditionFailed';
    this.failures = failures;
  }
}

/** What to throw when conditions failed: the first operation's own words, or ConditionFailed. */
export const refusalOf = (operations: WriteOperation[], failures: FailedCondition[]): Error => {
  for (const { index } of failures) {
    const refuse = operations[index]?.refuse;
    if (refuse) return refuse();
  }
  return new ConditionFailed(failures);
};
