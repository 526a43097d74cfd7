import type { Key, Query, TableReader } from '#shared/store/table/table.ts';
import { INDEXES } from '#shared/store/table/table-schema.ts';

type ShardQuery = Omit<Query, 'partition' | 'limit' | 'prefix'>;

/** One shard, read a portion at a time; its sort keys are unique. */
class Shard<T> {
  readonly #read: (query: Partial<Query>) => Promise<(Key & T)[]>;
  readonly #sortOf: (item: Key & T) => string;
  readonly #portion: number;
  readonly #newestFirst: boolean;
  #items: (Key & T)[] = [];
  #last: string | undefined;
  #isRead = false;

  constructor(table: TableReader, partition: string, query: ShardQuery, portion: number) {
    const sort = query.index ? INDEXES[query.index].sort : 'sk';
    this.#read = (bounds) => table.query<T>({ ...query, partition, limit: portion + 1, ...bounds });
    this.#sortOf = (item) => (item as unknown as Record<string, string>)[sort] as string;
    this.#portion = portion;
    this.#newestFirst = query.newestFirst === true;
  }

  /** The next item's sort key; undefined when there is none. */
  async next(): Promise<string | undefined> {
    if (this.#items.length === 0 && !this.#isRead) await this.#readOn();
    const [item] = this.#items;
    return item && this.#sortOf(item);
  }

  take(): Key & T {
    return this.#items.shift() as Key & T;
  }

  async #readOn(): Promise<void> {
    const from = this.#last;
    const bounds = from === undefined ? {} : { [this.#newestFirst ? 'upTo' : 'atLeast']: from };
    const found = await this.#read(bounds);
    this.#isRead = found.length <= this.#portion;
    // A bound includes the item that was read last.
    this.#items = found.filter((item) => this.#sortOf(item) !== from);
    const last = found.at(-1);
    if (last) this.#last = this.#sortOf(last);
  }
}

/** Reads the shards of a list as one, in the order of their sort keys, `portion` items of a shard at a time. */
export async function* mergedShards<T>(
  table: TableReader,
  partitions: string[],
  query: ShardQuery,
  portion: number,
): AsyncGenerator<Key & T> {
  const shards = partitions.map((partition) => new Shard<T>(table, partition, query, portion));
  const comesFirst = (one: string, other: string): boolean => (query.newestFirst ? one > other : one < other);
  for (;;) {
    const heads = await Promise.all(shards.map((shard) => shard.next()));
    const first = heads.reduce<number>((best, head, at) => {
      const before = heads[best];
      return head !== undefined && (before === undefined || comesFirst(head, before)) ? at : best;
    }, 0);
    if (heads[first] === undefined) return;
    yield (shards[first] as Shard<T>).take();
  }
}

/** Items of one shard that are read first: their even share, and as many again, so that a second read is rare. */
export const portionFor = (items: number, shards: number): number => Math.min(items, Math.ceil(items / shards) * 2);

/** The first items of a list that is spread over shards. */
export const firstOfShards = async <T>(
  table: TableReader,
  partitions: string[],
  query: ShardQuery,
  limit: number,
): Promise<(Key & T)[]> => {
  const found: (Key & T)[] = [];
  if (limit === 0) return found;
  for await (const item of mergedShards<T>(table, partitions, query, portionFor(limit, partitions.length))) {
    found.push(item);
    if (found.length === limit) break;
  }
  return found;
};
