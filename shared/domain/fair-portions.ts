/** The first items, at most so many of each owner. */
export const firstOfEach = <T>(items: readonly T[], ownerOf: (item: T) => string, maxPerOwner: number): T[] => {
  const taken = new Map<string, number>();
  return items.filter((item) => {
    const owner = ownerOf(item);
    const before = taken.get(owner) ?? 0;
    taken.set(owner, before + 1);
    return before < maxPerOwner;
  });
};

/**
 * A portion of a list that is too long for one turn; every item comes at least once in as many turns as it has
 * portions.
 */
export const portionInTurn = <T>(items: readonly T[], size: number, turn: number): T[] => {
  if (items.length <= size) return [...items];
  const begin = (turn * size) % items.length;
  return [...items.slice(begin), ...items.slice(0, begin)].slice(0, size);
};
