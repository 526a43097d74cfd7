import type { Key, TableReader } from './table.ts';

/** The key of an item, with the type of its record, and how it is restored where it is stored in a shorter form. */
export type RecordKey<Kept> = Key & { readonly record?: Kept; restore?(item: object): Kept };

type Records<Keys> = { [Name in keyof Keys]: Keys[Name] extends RecordKey<infer Kept> ? Kept | undefined : never };

const restored = <Kept extends object>(
  keys: RecordKey<Kept>[],
  items: ((Key & Kept) | undefined)[],
): ((Key & Kept) | undefined)[] =>
  items.map((item, at) => {
    const restore = keys[at]?.restore;
    return item && restore ? (restore(item) as Key & Kept) : item;
  });

/** Reads records consistently, in the order of their keys; undefined for missing ones. */
export const readRecords = async <Kept extends object>(
  table: TableReader,
  keys: RecordKey<Kept>[],
): Promise<((Key & Kept) | undefined)[]> => restored(keys, await table.getMany<Kept>(keys));

type Sets = Record<string, RecordKey<object>>;

const inSets = <Keys extends Sets>(sets: Keys[], records: (object | undefined)[]): Records<Keys>[] => {
  const rest = records.values();
  return sets.map((set) => {
    const named = Object.keys(set).map((name) => [name, rest.next().value]);
    return Object.fromEntries(named) as Records<Keys>;
  });
};

const keysOf = <Keys extends Sets>(sets: Keys[]): RecordKey<object>[] => sets.flatMap((set) => Object.values(set));

/** Reads sets of items of any kinds in one consistent read; undefined for missing items. */
export const readSets = async <Keys extends Sets>(table: TableReader, sets: Keys[]): Promise<Records<Keys>[]> =>
  inSets(sets, await readRecords(table, keysOf(sets)));

/** As `readSets`, for what is only shown: it may lag by moments. */
export const readSetsForShow = async <Keys extends Sets>(
  table: TableReader,
  sets: Keys[],
): Promise<Records<Keys>[]> => {
  const keys = keysOf(sets);
  return inSets(sets, restored(keys, await table.getMany<object>(keys, { mayLag: true })));
};

/** Reads items of any kinds in one consistent read; undefined for missing items. */
export const readTogether = async <Keys extends Sets>(table: TableReader, wanted: Keys): Promise<Records<Keys>> => {
  const [records] = await readSets(table, [wanted]);
  return records as Records<Keys>;
};

/** Stores a client's object as JSON text, because DynamoDB limits number range and nesting. */
export const toJsonText = (value: Record<string, unknown> | undefined): string => JSON.stringify(value ?? {});

export const fromJsonText = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;
