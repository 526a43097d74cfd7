import type { Key, TableReader } from './table.ts';

/**
 * Items that an index lists, for show: each as it was within the last moments, at half the price. An index may know an
 * item sooner than such a read does, so what seems missing is read once more, consistently: a walk by cursor never
 * comes back to it.
 */
export const readShown = async <T>(
  table: TableReader,
  keys: Key[],
  fields?: readonly string[],
): Promise<((Key & T) | undefined)[]> => {
  const seen = await table.getMany<T>(keys, { fields, mayLag: true });
  const missed = keys.filter((_, at) => seen[at] === undefined);
  if (missed.length === 0) return seen;
  const again = (await table.getMany<T>(missed, { fields })).values();
  return seen.map((item) => item ?? again.next().value);
};
