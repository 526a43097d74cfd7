import type { Key, TableReader } from './table.ts';

/** The key of an item, with the type of its record. */
export type RecordKey<Kept> = Key & { readonly record?: Kept };

type Records<Keys> = { [Name in keyof Keys]: Keys[Name] extends RecordKey<infer Kept> ? Kept | undefined : never };

const inSets = <Keys extends Record<string, RecordKey<object>>>(sets: Keys[], found: unknown[]): Records<Keys>[] => {
  const items = found.values();
  return sets.map((set) => {
    const records = Object.keys(set).map((name) => [name, items.next().value]);
    return Object.fromEntries(records) as Records<Keys>;
  });
};

/** Reads sets of items of any kinds in one consistent read; undefined for missing items. */
export const readSets = async <Keys extends Record<string, RecordKey<object>>>(
  table: TableReader,
  sets: Keys[],
): Promise<Records<Keys>[]> => inSets(sets, await table.getMany<object>(sets.flatMap((set) => Object.values(set))));

/** As `readSets`, for what is only shown. */
export const readSetsLately = async <Keys extends Record<string, RecordKey<object>>>(
  table: TableReader,
  sets: Keys[],
): Promise<Records<Keys>[]> =>
  inSets(sets, await table.getManyLately<object>(sets.flatMap((set) => Object.values(set))));

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
