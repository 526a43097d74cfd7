import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('./first-worlds.json', import.meta.url);

/**
 * For each planted bug that shows late, a world that shows it; it is played first. A change of the product may move a
 * bug to another world, which costs only time until the worlds are noted anew.
 */
export const readFirstWorlds = (): Record<string, number> => JSON.parse(readFileSync(FILE, 'utf8'));

export const noteFirstWorlds = (worlds: Record<string, number>): void => {
  const sorted = Object.entries(worlds).sort(([one], [other]) => one.localeCompare(other));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
};
