import type {
  Attributes,
  Key,
  PutOperation,
  Query,
  RemoveOperation,
  Stretch,
  StretchQuery,
  TableWriter,
  UnguardedUpdate,
  UpdateOperation,
  WriteOperation,
} from '#shared/store/table/table.ts';
import { MemoryTable } from './memory-table.ts';

/** How far a read may lag, milliseconds. */
const INDEX_LAG_MAX_MS = 20_000;

/** The store behind the simulated functions' table operations. */
export interface Store {
  /** For the checker, and for reads of a lagging index. */
  memory: MemoryTable;
  get<T>(key: Key, lagMs: number): Promise<(Key & T) | undefined>;
  getMany<T>(keys: Key[], lagMs: number): Promise<((Key & T) | undefined)[]>;
  query<T>(query: Query, lagMs: number): Promise<(Key & T)[]>;
  queryStretch<T>(query: StretchQuery, lagMs: number): Promise<Stretch<T>>;
  write(operation: PutOperation | UpdateOperation | RemoveOperation): Promise<void>;
  updateReturningOld(operation: UnguardedUpdate): Promise<Attributes>;
  transact(operations: WriteOperation[]): Promise<void>;
}

export const newMemory = (clock: () => number): MemoryTable =>
  new MemoryTable({ clock, remembersMs: INDEX_LAG_MAX_MS });

export const memoryStore = (memory: MemoryTable): Store => ({
  memory,
  get: async <T>(key: Key, lagMs: number) =>
    lagMs > 0 ? (await memory.staleGetMany<T>([key], lagMs))[0] : memory.get<T>(key),
  getMany: (keys, lagMs) => (lagMs > 0 ? memory.staleGetMany(keys, lagMs) : memory.getMany(keys)),
  query: (query, lagMs) => (lagMs > 0 ? memory.staleQuery(query, lagMs) : memory.query(query)),
  queryStretch: (query, lagMs) => (lagMs > 0 ? memory.staleQueryStretch(query, lagMs) : memory.queryStretch(query)),
  write: (operation) => memory.write(operation),
  updateReturningOld: (operation) => memory.updateReturningOld(operation),
  transact: (operations) => memory.transact(operations),
});

/** Random marks differ between the two by nature. */
const comparable = (value: unknown): string =>
  JSON.stringify(value, (field, inner: unknown) => {
    if (field === 'wid') return undefined;
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)));
  });

type Settled<T> = { value: T } | { error: unknown };

const settled = async <T>(pending: Promise<T>): Promise<Settled<T>> => {
  try {
    return { value: await pending };
  } catch (error) {
    return { error };
  }
};

const nameOf = (error: unknown): string => `${(error as Error).name}: ${(error as Error).message}`;

/**
 * A real engine beside the memory table. Every operation goes to both, and every difference between their answers is
 * reported. Only reads that lag come from memory, because the engine has no lag.
 */
export const comparedStore = (real: TableWriter, memory: MemoryTable, report: (difference: string) => void): Store => {
  const both = async <T>(words: string, of: (table: TableWriter) => Promise<T>): Promise<T> => {
    const [one, other] = [await settled(of(real)), await settled(of(memory))];
    const [told, expected] = [one, other].map((each) =>
      'error' in each ? nameOf(each.error) : comparable(each.value),
    );
    if (told !== expected) report(`${words}: the engine says ${told}, the memory table ${expected}`);
    if ('error' in one) throw one.error;
    return one.value;
  };
  return {
    memory,
    get: async <T>(key: Key, lagMs: number) =>
      lagMs > 0 ? (await memory.staleGetMany<T>([key], lagMs))[0] : both(`get ${key.pk}`, (table) => table.get<T>(key)),
    getMany: <T>(keys: Key[], lagMs: number) =>
      lagMs > 0 ? memory.staleGetMany<T>(keys, lagMs) : both('getMany', (table) => table.getMany<T>(keys)),
    query: <T>(query: Query, lagMs: number) =>
      lagMs > 0
        ? memory.staleQuery<T>(query, lagMs)
        : both(`query ${JSON.stringify(query)}`, (table) => table.query<T>(query)),
    queryStretch: <T>(query: StretchQuery, lagMs: number) =>
      lagMs > 0
        ? memory.staleQueryStretch<T>(query, lagMs)
        : both(`stretch of ${JSON.stringify(query)}`, (table) => table.queryStretch<T>(query)),
    write: (operation) => both('write', (table) => table.write(operation)),
    updateReturningOld: (operation) => both('update', (table) => table.updateReturningOld(operation)),
    transact: (operations) => both('transact', (table) => table.transact(operations)),
  };
};
