/** Edits beyond which two names are different words, by the length of the one that was written. */
const TOLERATED_PER_LETTERS = 3;

/** Letters to add, drop or change to make one text of the other (Levenshtein). */
const editsBetween = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, its] of [...other].entries()) {
      const changed = (row[column] ?? 0) + (its === letter ? 0 : 1);
      next.push(Math.min(changed, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};

/** The name that somebody most likely meant; undefined where none is like it. */
export const nearestName = (written: string, names: readonly string[]): string | undefined => {
  const ranked = names
    .map((name) => ({ name, edits: editsBetween(written.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.edits - other.edits);
  const [nearest] = ranked;
  return nearest && nearest.edits * TOLERATED_PER_LETTERS <= written.length ? nearest.name : undefined;
};
