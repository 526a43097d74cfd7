import { createHmac } from 'node:crypto';
import type { BackOff } from '#shared/store/table/backoff.ts';
import type {
  Attributes,
  Key,
  ManyReading,
  PutOperation,
  Query,
  Reading,
  RemoveOperation,
  Stretch,
  StretchQuery,
  TableWriter,
  UnguardedUpdate,
  UpdateOperation,
  WriteOperation,
} from '#shared/store/table/table.ts';
import { teamOfLine } from './line-keys.ts';
import { claimKey } from './number-hash-key.ts';

/*
 * The table knows a phone number within a team by a keyed hash alone. So a number whose person was erased stays
 * suppressed, and nobody who reads the table without the key learns which number that is, not even by trying them all.
 */

/** Marks a partition that is hashed already, as the table returns it. */
const HASHED = '~';
/** 128 bits: no two numbers of a team share a hash. */
const HASH_BYTES = 16;
const LINE = /^(TEAM#[^#]*#LINE#)(?!~)(.*)$/s;

type Hash = (partition: string) => string;

const isPlainLine = (partition: string): boolean => LINE.test(partition);

/** A line's partition as the table names it; any other partition stays as it is. */
export const hashWith =
  (secret: string): Hash =>
  (partition) => {
    const [, owner] = LINE.exec(partition) ?? [];
    if (owner === undefined) return partition;
    const digest = createHmac('sha256', secret).update(partition).digest();
    return `${owner}${HASHED}${digest.subarray(0, HASH_BYTES).toString('base64url')}`;
  };

const keyOf = (operation: WriteOperation): Key => {
  if ('put' in operation) return operation.put;
  if ('delete' in operation) return operation.delete;
  return 'check' in operation ? operation.check : operation.update;
};

const hashedKey = <K extends Key>(key: K, hash: Hash): K => (isPlainLine(key.pk) ? { ...key, pk: hash(key.pk) } : key);

const hashedOperation = <Operation extends WriteOperation>(operation: Operation, hash: Hash): Operation => {
  if ('put' in operation) return { ...operation, put: hashedKey(operation.put, hash) };
  if ('delete' in operation) return { ...operation, delete: hashedKey(operation.delete, hash) };
  if ('check' in operation) return { ...operation, check: hashedKey(operation.check, hash) };
  return { ...operation, update: hashedKey(operation.update, hash) };
};

export interface HashedTable extends TableWriter {
  /** A line's partition as the table names it. */
  hashLine(partition: string): Promise<string>;
}

class HashedLines implements HashedTable {
  readonly #table: TableWriter;
  readonly #readSecret: () => Promise<string>;
  #hash: Hash | undefined;
  #loading: Promise<Hash> | undefined;

  constructor(table: TableWriter, readSecret: () => Promise<string>) {
    this.#table = table;
    this.#readSecret = readSecret;
  }

  get backOff(): BackOff {
    return this.#table.backOff;
  }

  async #load(teamId: string): Promise<Hash> {
    try {
      const secret = await this.#readSecret();
      const hash = hashWith(secret);
      await claimKey(this.#table, { secret, teamId, lineOf: (key) => hashedKey(key, hash) });
      this.#hash = hash;
      return hash;
    } finally {
      this.#loading = undefined;
    }
  }

  /**
   * The secret is read and compared with the table's once, when the first line is asked for, and again after it did not
   * fit. Later requests begin at once, so that they join others.
   */
  #hashing<Answer>(partitions: string[], act: (hash: Hash) => Promise<Answer>): Promise<Answer> {
    const line = partitions.find(isPlainLine);
    if (line === undefined) return act((partition) => partition);
    if (this.#hash) return act(this.#hash);
    this.#loading ??= this.#load(teamOfLine(line));
    return this.#loading.then(act);
  }

  hashLine(partition: string): Promise<string> {
    return this.#hashing([partition], async (hash) => hash(partition));
  }

  get<T>(key: Key, reading?: Reading): Promise<(Key & T) | undefined> {
    return this.#hashing([key.pk], (hash) => this.#table.get(hashedKey(key, hash), reading));
  }

  getMany<T>(keys: Key[], reading?: ManyReading): Promise<((Key & T) | undefined)[]> {
    return this.#hashing(
      keys.map(({ pk }) => pk),
      (hash) =>
        this.#table.getMany(
          keys.map((key) => hashedKey(key, hash)),
          reading,
        ),
    );
  }

  query<T>(query: Query): Promise<(Key & T)[]> {
    return this.#hashing([query.partition], (hash) =>
      this.#table.query({ ...query, partition: hash(query.partition) }),
    );
  }

  queryStretch<T>(query: StretchQuery): Promise<Stretch<T>> {
    return this.#hashing([query.partition], (hash) =>
      this.#table.queryStretch({ ...query, partition: hash(query.partition) }),
    );
  }

  write(operation: PutOperation | UpdateOperation | RemoveOperation): Promise<void> {
    return this.#hashing([keyOf(operation).pk], (hash) => this.#table.write(hashedOperation(operation, hash)));
  }

  updateReturningOld(operation: UnguardedUpdate): Promise<Attributes> {
    return this.#hashing([operation.update.pk], (hash) =>
      this.#table.updateReturningOld(hashedOperation(operation, hash)),
    );
  }

  transact(operations: WriteOperation[]): Promise<void> {
    return this.#hashing(
      operations.map((operation) => keyOf(operation).pk),
      (hash) => this.#table.transact(operations.map((operation) => hashedOperation(operation, hash))),
    );
  }
}

/**
 * The table, in which the numbers of lines are hashed with a secret. @throws what reading the secret throws, and Error
 * for another secret than the one that the table was written with.
 */
export const withHashedLines = (table: TableWriter, readSecret: () => Promise<string>): HashedTable =>
  new HashedLines(table, readSecret);
