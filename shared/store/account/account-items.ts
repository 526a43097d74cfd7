import type { AccountRecord } from '#shared/store/accounts.ts';
import { storedName } from '#shared/store/call/packed-names.ts';
import { counterOwners, keys, partitions } from '#shared/store/keys.ts';
import { type Attributes, type Key, nameOf, type TableReader } from '#shared/store/table/table.ts';

/*
 * All that the table has of one account. An item is the account's where one of our own fields or keys names the account or
 * a team of it; what somebody entered never counts, or a note that quotes another account's id would belong to it. Items
 * that name neither lie behind one that does: a call's words behind the call.
 */

type Item = Key & Attributes;

/** The account's field has a short name in a call, and `holder` is whose a permit of the connection is. */
const NAMING_FIELDS = ['account_id', storedName('account_id'), 'team_id', 'holder'];
const NAMING_KEYS = ['pk', 'sk', 'list_pk', 'active_sk'];

const OPERATION = 'OPERATION';

/** Whether an item is of the account. What operators did is the deployment's. */
export const isOfAccount = (
  item: Item,
  { account_id, team_ids }: Pick<AccountRecord, 'account_id' | 'team_ids'>,
): boolean => {
  if (item.sk === OPERATION) return false;
  const ids = new Set<unknown>([account_id, ...team_ids]);
  return (
    NAMING_FIELDS.some((field) => ids.has(item[field])) ||
    NAMING_KEYS.some((field) =>
      String(item[field] ?? '')
        .split('#')
        .some((part) => ids.has(part)),
    )
  );
};

/** The items that go last, together: by them the account is found, and its deletion taken up again after a crash. */
export const coreKeysOf = ({ account_id, slug, team_ids }: AccountRecord): Key[] => [
  keys.slug(slug),
  keys.account(account_id),
  keys.keyRing(account_id),
  ...team_ids.flatMap((id) => [keys.team(id), keys.retention(id)]),
];

/** What an item is, in the words of the table of entities. */
export const kindOf = ({ pk, sk }: Key): string => (pk.split('#')[0] === 'ACCOUNT' ? sk : pk).split('#')[0] ?? '';

const idOf = ({ pk }: Key): string => pk.slice(pk.indexOf('#') + 1);

/** Partitions and items that lie behind one of the account and name it not. */
const behind = (item: Item): { partitions: string[]; keys: Key[] } => {
  const { pk, sk } = item;
  const id = idOf(item);
  if (pk.startsWith('CALL#') && sk === 'CALL') return { partitions: [pk], keys: [] };
  if (pk.startsWith('CAMPAIGN#') && sk === 'CONTROL') {
    const others = [keys.unsettledCalls(id).pk, ...partitions.enrolments(id), partitions.callbacksOfCampaign(id)];
    return { partitions: [pk, ...others], keys: [] };
  }
  if (sk === 'COMPANY') return { partitions: [counterOwners.companyContacts(id)], keys: [] };
  if (sk === 'TOKEN' || sk === 'SESSION') return { partitions: [], keys: [keys.lastUse(id)] };
  return { partitions: [], keys: [] };
};

/** Items of one partition that are told at a time. */
const PORTION = 1_000;

/** The keys of all that lies behind an item, in portions; without the item itself. */
export async function* keysBehind(table: TableReader, item: Item): AsyncGenerator<Key[]> {
  const found = behind(item);
  if (found.keys.length > 0) {
    const there = await table.getMany<object>(found.keys);
    yield there.filter((each) => each !== undefined).map(({ pk, sk }) => ({ pk, sk }));
  }
  for (const partition of found.partitions) {
    let after: { pk: string; sk: string; sort: string } | undefined;
    do {
      const read = await table.queryStretch<object>({ partition, fields: ['pk', 'sk'], after, lookAtMax: PORTION });
      yield read.items.map(({ pk, sk }) => ({ pk, sk })).filter((key) => nameOf(key) !== nameOf(item));
      after = read.stoppedAt;
    } while (after);
  }
}
