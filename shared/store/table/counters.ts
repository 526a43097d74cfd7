import { sumOf } from '#shared/domain/lists.ts';
import { placeOf } from '#shared/domain/spread.ts';
import { keys } from '#shared/store/keys.ts';
import { absent, anyOf, equals, type TableReader, type UpdateOperation } from './table.ts';

/**
 * Shards of a counter, so that concurrent requests do not collide on one item. A counter changes in the transaction of
 * the counted item, so it never drifts.
 */
const COUNTER_SHARDS = 8;

/** Items of one shard are counted together; items of different shards never meet on a counter. */
export const shardFor = (id: string): number =>
  (id.charCodeAt(id.length - 1) + id.charCodeAt(id.length - 2)) % COUNTER_SHARDS;

const changeShard = (owner: string, shard: number, n: number): UpdateOperation => ({
  update: keys.counter(owner, shard),
  add: { n },
});

/** Changes a counter by one; the shard follows from the counted item's id. */
export const count = (owner: string, itemId: string, difference: 1 | -1): UpdateOperation =>
  changeShard(owner, shardFor(itemId), difference);

/** Counts several items of one shard in one update. */
export const countTogether = (owner: string, itemIds: [string, ...string[]]): UpdateOperation =>
  changeShard(owner, shardFor(itemIds[0]), itemIds.length);

/** The shard of items whose names may end alike, as those of phone numbers do. */
export const spreadShardFor = (name: string): number => placeOf(name, COUNTER_SHARDS);

/** Counts items that came (1), went (-1) or stayed (0), spread by their names: each shard that changes is written once. */
export const countSpread = (owner: string, items: { name: string; difference: number }[]): UpdateOperation[] =>
  [...Map.groupBy(items, ({ name }) => spreadShardFor(name))].flatMap(([shard, some]) => {
    const n = sumOf(some.map(({ difference }) => difference));
    return n === 0 ? [] : [changeShard(owner, shard, n)];
  });

/**
 * Closes a counter that is zero for good. A concurrent count either wins, so that the counter is not zero, or finds it
 * closed. An item is counted and uncounted on the same shard, so the counter is zero exactly when every shard is.
 */
export const closeEmptyCounter = (owner: string, refuse: () => Error): UpdateOperation[] =>
  Array.from({ length: COUNTER_SHARDS }, (_, shard) => ({
    update: keys.counter(owner, shard),
    set: { closed: true },
    when: [anyOf(absent('n'), equals('n', 0))],
    refuse,
  }));

/** Counts items of one shard unless the counter is closed. */
export const countUnlessClosed = (
  owner: string,
  itemIds: [string, ...string[]],
  refuse: () => Error,
): UpdateOperation => ({
  ...countTogether(owner, itemIds),
  when: [absent('closed')],
  refuse,
});

/** For show: a count may be as old as an index. */
export const readCounters = async (table: TableReader, owners: string[]): Promise<number[]> => {
  const shardKeys = owners.flatMap((owner) =>
    Array.from({ length: COUNTER_SHARDS }, (_, shard) => keys.counter(owner, shard)),
  );
  const shards = await table.getMany<{ n: number }>(shardKeys, { mayLag: true });
  return owners.map((_, at) =>
    shards.slice(at * COUNTER_SHARDS, (at + 1) * COUNTER_SHARDS).reduce((sum, shard) => sum + (shard?.n ?? 0), 0),
  );
};

export const readCounter = async (table: TableReader, owner: string): Promise<number> =>
  (await readCounters(table, [owner]))[0] ?? 0;
