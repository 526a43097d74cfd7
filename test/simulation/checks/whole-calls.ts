import { restoredCall } from '#shared/store/call/stored-call.ts';
import { keys } from '#shared/store/keys.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';
import type { MemoryTable } from '#test/simulation/store/memory-table.ts';
import type { CheckedTable } from './checker.ts';

/** The table with its calls in full, of which the stored form leaves out what says nothing. */
export const withWholeCalls = (memory: MemoryTable): CheckedTable => {
  // A stored item never changes: a write replaces it.
  const known = new WeakMap<Item, Item>();
  const withFindings = (call: Item): Item => {
    const kept = memory.peek(keys.findings(String(call.id), String(call.found_in)));
    return kept ? { ...call, extracted: kept.extracted } : call;
  };
  const whole = (item: Item): Item => {
    if (item.sk !== 'CALL') return item;
    const call = known.get(item) ?? withFindings(restoredCall(item) as unknown as Item);
    known.set(item, call);
    return call;
  };
  return {
    peek: (key) => {
      const item = memory.peek(key);
      return item && whole(item);
    },
    partition: (pk) => [...memory.partition(pk)].map(whole),
    *all() {
      for (const item of memory.all()) yield whole(item);
    },
  };
};
