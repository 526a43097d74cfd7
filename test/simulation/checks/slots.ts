import type { Item } from '#test/simulation/store/item-expressions.ts';
import type { CheckedTable } from './checker.ts';

/** The call slots of a campaign that are taken. */
export const slotsIn = (table: CheckedTable, campaignId: string): Item[] =>
  [0, 1, 2, 3].flatMap((shard) => [...table.partition(`CAMPAIGN#${campaignId}#SLOTS#${shard}`)]);

const PERMIT_SHARDS = 16;

/** The call permits of an account or of the connection that are taken. */
export const permitsIn = (table: CheckedTable, pool: string): Item[] =>
  Array.from({ length: PERMIT_SHARDS }, (_, shard) => [...table.partition(`${pool}#CHANNELS#${shard}`)]).flat();
