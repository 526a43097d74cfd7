import type { Item } from '#test/simulation/store/item-expressions.ts';
import type { CheckedTable } from './checker.ts';

/** The call slots of a campaign that are taken. */
export const slotsIn = (table: CheckedTable, campaignId: string): Item[] =>
  [...table.partition(`CAMPAIGN#${campaignId}`)].filter(({ sk }) => sk.startsWith('SLOT#'));
