import type { Key, TableReader } from './table.ts';

/** The key of an item, with the type of its record, and how it is restored where it is stored in a shorter form. */
export type RecordKey<Kept> = Key & { readonly record?: Kept; restore?(item: object): Kept };

type Records<Keys> = { [Name in keyof Keys]: Keys[Name] extends RecordKey<infer Kept> ? Kept | undefined : never };

/** Reads records consistently, in the order of their keys; undefined for missing ones. */
export const readRecords = async <Kept extends object>(
  table: TableReader,
  keys: RecordKey<Kept>[],
): Promise<((Key & Kept) | undefined)[]> => {
  const items = await table.getMany<Kept>(keys);
  return items.map((item, at) => {
    const restore = keys[at]?.restore;
    return item && restore ? (restore(item) as Key & Kept) : item;
  });
};

/** Reads sets of items of any kinds in one consistent read; undefined for missing items. */
export const readSets = async <Keys extends Record<string, RecordKey<object>>>(
  table: TableReader,
  sets: Keys[],
): Promise<Records<Keys>[]> => {
  const read = await readRecords<object>(
    table,
    sets.flatMap((set) => Object.values(set)),
  );
  const items = read.values();
  return sets.map((set) => {
    const records = Object.keys(set).map((name) => [name, items.next().value]);
    return Object.fromEntries(records) as Records<Keys>;
  });
};

/** Reads items of any kinds in one consistent read; undefined for missing items. */
export const readTogether = async <Keys extends Record<string, RecordKey<object>>>(
  table: TableReader,
  wanted: Keys,
): Promise<Records<Keys>> => {
  const [records] = await readSets(table, [wanted]);
  return records as Records<Keys>;
};

/** Stores a client's object as JSON text, because DynamoDB limits number range and nesting. */
export const toJsonText = (value: Record<string, unknown> | undefined): string => JSON.stringify(value ?? {});

export const fromJsonText = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;
