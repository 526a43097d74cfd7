import type { WriteOperation } from '#shared/store/table/table.ts';
import type { RawItem } from '#shared/store/table/walk-table.ts';

export interface CarryContext {
  /** A line's partition as the table names it (`hashed-lines.ts`). */
  hash(partition: string): string;
  now: Date;
}

/** Part of what an item needs, all or nothing. */
export interface Carried {
  /** For people: what is counted, in the plural. */
  what: string;
  /** Each guarded, so that carrying it again changes nothing. */
  operations: [WriteOperation, ...WriteOperation[]];
}

/** How a table of one schema version becomes one of the next. */
export interface Step {
  from: number;
  to: number;
  /** What this item needs; nothing if the versions agree on it. */
  carry(item: RawItem, context: CarryContext): Carried[];
  /** Whether only a release of the earlier version leaves such an item behind. */
  isOld(item: RawItem): boolean;
}
