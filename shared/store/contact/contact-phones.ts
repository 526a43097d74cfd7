import { CONTACT_PREFIX } from '#shared/store/keys.ts';
import { lineKeys, linePartition } from '#shared/store/line/line-keys.ts';
import type { RecordKey } from '#shared/store/table/records.ts';
import {
  absent,
  anyOf,
  type CheckOperation,
  equals,
  type Key,
  type TableReader,
  type UpdateOperation,
  type WriteOperation,
} from '#shared/store/table/table.ts';
import type { ContactRecord } from './contacts.ts';

/**
 * By which numbers contacts are found, primary and secondary: for each an entry of every contact that has it, and how
 * many those are. Both change with the contact, so they are always true.
 */
interface PhoneEntry {
  contact_id: string;
}

interface PhoneCount {
  n: number;
  /** Sort key of the entry that came last; it may be gone. */
  latest_sk: string;
}

type Owner = Pick<ContactRecord, 'id' | 'team_id' | 'created_at'>;

interface Numbered {
  contact: Owner;
  phones: string[];
}

const entryKey = ({ id, team_id, created_at }: Owner, phone: string): Key =>
  lineKeys.contact(team_id, phone, created_at, id);

const countKey = (teamId: string, phone: string): RecordKey<PhoneCount> => lineKeys.contacts(teamId, phone);

/** Nobody has the number. */
const HAD_BY_NOBODY = anyOf(absent('n'), equals('n', 0));

/**
 * Lets contacts of one team be found by these numbers; each number is counted once, whoever of them has it. Fails where
 * a contact has one of the numbers that must be new.
 */
export const enterPhones = (entered: Numbered[], mustBeNew: string[] = []): WriteOperation[] => {
  const entries = entered.flatMap(({ contact, phones }) =>
    phones.map((phone) => ({ contact, phone, key: entryKey(contact, phone) })),
  );
  const byPhone = Map.groupBy(entries, ({ phone }) => phone);
  return [
    ...entries.map(({ contact, key }) => ({ put: { ...key, contact_id: contact.id } })),
    ...[...byPhone].map(([phone, [first, ...others]]): UpdateOperation => {
      const { contact, key } = first as (typeof entries)[number];
      return {
        update: countKey(contact.team_id, phone),
        add: { n: 1 + others.length },
        set: { latest_sk: key.sk },
        ...(mustBeNew.includes(phone) && { when: [HAD_BY_NOBODY] }),
      };
    }),
  ];
};

export const removePhones = (contact: Owner, phones: string[]): WriteOperation[] =>
  phones.flatMap((phone) => [
    { delete: entryKey(contact, phone) },
    { update: countKey(contact.team_id, phone), add: { n: -1 } },
  ]);

/** Lets a transaction pass only while no contact has the number. */
export const unlessHad = (teamId: string, phone: string): CheckOperation => ({
  check: countKey(teamId, phone),
  when: [HAD_BY_NOBODY],
});

export const countContactsOf = async (table: TableReader, teamId: string, phone: string): Promise<number> =>
  (await table.get<PhoneCount>(countKey(teamId, phone)))?.n ?? 0;

/** Ids of the contacts with a number, those created last first; consistent. */
export const contactIdsOf = async (
  table: TableReader,
  teamId: string,
  phone: string,
  limit?: number,
): Promise<string[]> => {
  const entries = await table.query<PhoneEntry>({
    partition: linePartition(teamId, phone),
    prefix: CONTACT_PREFIX,
    newestFirst: true,
    ...(limit !== undefined && { limit }),
  });
  return entries.map(({ contact_id }) => contact_id);
};

/** A contact for each of the numbers that a contact of the team has; consistent. */
export const findHolders = async (
  table: TableReader,
  teamId: string,
  phones: string[],
): Promise<Map<string, string>> => {
  const distinct = [...new Set(phones)];
  const counts = await table.getMany<PhoneCount>(distinct.map((phone) => countKey(teamId, phone)));
  const had = distinct.flatMap((phone, at) => {
    const count = counts[at];
    return count && count.n > 0 ? [{ phone, key: { pk: count.pk, sk: count.latest_sk } }] : [];
  });
  const latest = await table.getMany<PhoneEntry>(had.map(({ key }) => key));
  const found = await Promise.all(
    had.map(async ({ phone }, at): Promise<[string, string | undefined]> => {
      const id = latest[at]?.contact_id;
      // Rare: the contact that got the number last has it no more, and an earlier one does.
      return [phone, id ?? (await contactIdsOf(table, teamId, phone, 1))[0]];
    }),
  );
  return new Map(found.filter((each): each is [string, string] => each[1] !== undefined));
};
