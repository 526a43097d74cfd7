import { chunked } from '#shared/domain/lists.ts';
import { coreKeysOf, isOfAccount, keysBehind, kindOf } from '#shared/store/account/account-items.ts';
import type { AccountRecord } from '#shared/store/accounts.ts';
import { type Attributes, type Key, nameOf, type TableWriter } from '#shared/store/table/table.ts';
import type { TableScan } from '#shared/store/table/table-scan.ts';

/** Items that are deleted at once. */
const PARALLEL_DELETES = 16;
/** A pass over the table that finds nothing ends the removal; workers that were late may make another one necessary. */
const PASSES_MAX = 5;

export interface ItemPorts {
  table: TableWriter;
  scan: TableScan;
  /** Tells how far the work is. */
  progress(words: string): void;
}

/** How many items of each kind. */
export type Tally = Record<string, number>;

const add = (tally: Tally, keys: Key[]): void => {
  for (const key of keys) tally[kindOf(key)] = (tally[kindOf(key)] ?? 0) + 1;
};

export const sumOf = (tally: Tally): number => Object.values(tally).reduce((sum, count) => sum + count, 0);

const deleteAll = async (table: TableWriter, keys: Key[]): Promise<void> => {
  for (const some of chunked(keys, PARALLEL_DELETES))
    await Promise.all(some.map(({ pk, sk }) => table.write({ delete: { pk, sk } })));
};

/** What is done with the items that are found, in portions; what lies behind an item comes before it. */
type Take = (keys: Key[]) => Promise<void>;

const takeItem = async (table: TableWriter, item: Key & Attributes, take: Take): Promise<void> => {
  for await (const keys of keysBehind(table, item)) await take(keys);
  await take([{ pk: item.pk, sk: item.sk }]);
};

/** One pass over the whole table. */
const pass = async (
  { table, scan, progress }: ItemPorts,
  account: AccountRecord,
  take: Take,
  words: () => string,
): Promise<void> => {
  const core = new Set(coreKeysOf(account).map(nameOf));
  let read = 0;
  for await (const items of scan()) {
    const own = items.filter((item) => isOfAccount(item, account) && !core.has(nameOf(item)));
    for (const item of own) await takeItem(table, item, take);
    read += items.length;
    progress(`Items of the table looked at: ${read}. ${words()}`);
  }
};

/** How many items of the account there are, by kind, without those by which it is found. */
export const countItems = async (ports: ItemPorts, account: AccountRecord): Promise<Tally> => {
  const tally: Tally = {};
  const take = async (keys: Key[]) => add(tally, keys);
  await pass(ports, account, take, () => `Of the account: ${sumOf(tally)}.`);
  return tally;
};

/**
 * Deletes every item of the account but those by which it is found. Whatever was deleted stays so, and what lies behind an
 * item goes before it; so after a crash a repetition finds all that is left.
 * @throws Error when items keep coming.
 */
export const removeItems = async (ports: ItemPorts, account: AccountRecord): Promise<Tally> => {
  const tally: Tally = {};
  for (let passes = 1; passes <= PASSES_MAX; passes++) {
    const before = sumOf(tally);
    const take = async (keys: Key[]) => {
      await deleteAll(ports.table, keys);
      add(tally, keys);
    };
    await pass(ports, account, take, () => `Deleted: ${sumOf(tally)}.`);
    if (sumOf(tally) === before) return tally;
  }
  throw new Error('Items of the account keep coming, so something still works for it. Run the deletion again.');
};
