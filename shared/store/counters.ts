import { keys } from './keys.ts';
import type { TableReader, UpdateOperation } from './table.ts';

/**
 * A counter that many requests move at once is spread over shards, so that they do not collide on one item. It moves in
 * the transaction of what it counts, so it never drifts.
 */
const COUNTER_SHARDS = 4;

const shardFor = (id: string): number => (id.charCodeAt(id.length - 1) + id.charCodeAt(id.length - 2)) % COUNTER_SHARDS;

/** Moves a counter; the shard follows from the counted item's id. */
export const count = (owner: string, itemId: string, difference: 1 | -1): UpdateOperation => ({
  update: keys.counter(owner, shardFor(itemId)),
  add: { n: difference },
});

export const readCounters = async (table: TableReader, owners: string[]): Promise<number[]> => {
  const shardKeys = owners.flatMap((owner) =>
    Array.from({ length: COUNTER_SHARDS }, (_, shard) => keys.counter(owner, shard)),
  );
  const shards = await table.getMany<{ n: number }>(shardKeys);
  return owners.map((_, at) =>
    shards.slice(at * COUNTER_SHARDS, (at + 1) * COUNTER_SHARDS).reduce((sum, shard) => sum + (shard?.n ?? 0), 0),
  );
};

export const readCounter = async (table: TableReader, owner: string): Promise<number> =>
  (await readCounters(table, [owner]))[0] ?? 0;
