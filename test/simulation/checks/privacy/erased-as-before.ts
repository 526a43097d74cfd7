import type { CheckedTable } from '#test/simulation/checks/checker.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';

/** By which the carrier and whoever ordered it know a call. */
const KNOWN_BY = ['from_number', 'to_number', 'call_control_id', 'variables'] as const;

const knownBy = (call: Item): Item => {
  const known: Record<string, unknown> = {};
  for (const field of KNOWN_BY) known[field] = call[field];
  return known as Item;
};

/**
 * The table in which an erased call still has what it was known by, so that its course can be compared with the
 * carrier's truth. What is left in the table itself is judged elsewhere. Every version of a call must have been read.
 */
export const withErasedAsBefore = (stored: CheckedTable): CheckedTable => {
  const before = new Map<unknown, Item>();
  // A stored item never changes: a write replaces it.
  const restored = new WeakMap<Item, Item>();
  const asBefore = (item: Item): Item => {
    if (item.sk !== 'CALL') return item;
    if (item.erased_at === null) {
      before.set(item.id, knownBy(item));
      return item;
    }
    const call = restored.get(item) ?? { ...item, ...before.get(item.id) };
    restored.set(item, call);
    return call;
  };
  return {
    peek: (key) => {
      const item = stored.peek(key);
      return item && asBefore(item);
    },
    partition: (pk) => [...stored.partition(pk)].map(asBefore),
    *all() {
      for (const item of stored.all()) yield asBefore(item);
    },
  };
};
