import type { Item } from '#test/simulation/store/item-expressions.ts';
import type { CheckedTable } from './checker.ts';

/** The call slots of a campaign that are taken. */
export const slotsIn = (table: CheckedTable, campaignId: string): Item[] =>
  [0, 1, 2, 3].flatMap((shard) => [...table.partition(`CAMPAIGN#${campaignId}#SLOTS#${shard}`)]);
