import { conflict, notFound } from '#shared/domain/errors.ts';
import type { PhoneNumberings } from '#shared/domain/phone-number/numbering.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { CONTACT_PREFIX, counterOwners, keys, listSort, lists, partitions } from './keys.ts';
import { type Marks, markNumbers } from './limits/callee-locks.ts';
import { changedAt, softDeletion, unchanged } from './table/conditional-write.ts';
import { count, countTogether, countUnlessClosed } from './table/counters.ts';
import { readPage, searched, searchText } from './table/lists.ts';
import { fromJsonText, type RecordKey, toJsonText } from './table/records.ts';
import {
  absent,
  ConditionFailed,
  equals,
  type TableReader,
  type TableWriter,
  type WriteOperation,
} from './table/table.ts';

/** A contact with what the numbering plans say about its phones. */
export type KeptContact = Contact & PhoneNumberings;

export type ContactRecord = Omit<KeptContact, 'custom_fields'> & {
  account_id: string;
  custom_fields: string;
  deleted_at: string | null;
};

export const contactKey = (id: string): RecordKey<ContactRecord> => keys.contact(id);

/** Includes deleted contacts. */
export const getContact = (table: TableReader, id: string) => table.get<ContactRecord>(contactKey(id));

export const getContacts = (table: TableReader, ids: string[]) => table.getMany<ContactRecord>(ids.map(contactKey));

/** A contact with its key and the list's position, filters and search text. */
const itemOf = (contact: ContactRecord) => ({
  ...contactKey(contact.id),
  ...contact,
  ix: {
    company_id: contact.company_id,
    lead_status: contact.lead_status,
    do_not_call: contact.do_not_call,
    has_phone: contact.phone !== null,
    text: searchText([`${contact.first_name} ${contact.last_name}`, contact.email, contact.phone]),
  },
  list_pk: lists.contacts(contact.team_id),
  list_sk: listSort(contact.created_at, contact.id),
});

export const toContactRecord = (contact: KeptContact, accountId: string): ContactRecord => ({
  ...contact,
  account_id: accountId,
  custom_fields: toJsonText(contact.custom_fields),
  deleted_at: null,
});

export const toContact = (record: ContactRecord): KeptContact => ({
  ...record,
  custom_fields: fromJsonText(record.custom_fields),
});

/** A contact's distinct phone numbers. */
export const phonesOf = (contact: Pick<Contact, 'phone' | 'phone_secondary'>): string[] =>
  [...new Set([contact.phone, contact.phone_secondary])].filter((phone) => phone !== null);

/** Lets a contact be found by these numbers. */
const enterPhones = ({ id, team_id }: ContactRecord, phones: string[]): WriteOperation[] =>
  phones.map((phone) => ({ put: { ...keys.contactOfPhone(team_id, phone, id), contact_id: id } }));

const removePhones = ({ id, team_id }: ContactRecord, phones: string[]): WriteOperation[] =>
  phones.map((phone) => ({ delete: keys.contactOfPhone(team_id, phone, id) }));

const putNew = (record: ContactRecord): WriteOperation => ({ put: itemOf(record), when: [absent('pk')] });

/** Creates a contact and counts it in its team and its company, which must still exist; `marks`: of its numbers. */
export const addContact = (record: ContactRecord, marks?: Marks): WriteOperation[] => [
  putNew(record),
  count(counterOwners.contacts(record.team_id), record.id, 1),
  joinCompany(record.company_id, [record.id]),
  ...enterPhones(record, phonesOf(record)),
  ...(record.do_not_call ? markNumbers(record.team_id, phonesOf(record), true, marks) : []),
];

/** Counts contacts of one counter shard in their company. @throws Refusal 409 when the company was deleted. */
const joinCompany = (companyId: string, contactIds: [string, ...string[]]): WriteOperation =>
  countUnlessClosed(counterOwners.companyContacts(companyId), contactIds, () =>
    conflict('The company was deleted at the same time.'),
  );

/** Creates contacts of one team whose ids count on one shard: each counter changes once. */
export const addContacts = (records: [ContactRecord, ...ContactRecord[]], marks?: Marks): WriteOperation[] => {
  const ids = (of: ContactRecord[]) => of.map(({ id }) => id) as [string, ...string[]];
  const byCompany = Map.groupBy(records, ({ company_id }) => company_id);
  const blocked = records.filter((record) => record.do_not_call);
  return [
    ...records.map(putNew),
    countTogether(counterOwners.contacts(records[0].team_id), ids(records)),
    ...[...byCompany].map(([companyId, some]) => joinCompany(companyId, ids(some))),
    ...records.flatMap((record) => enterPhones(record, phonesOf(record))),
    ...markNumbers(records[0].team_id, [...new Set(blocked.flatMap(phonesOf))], true, marks),
  ];
};

/** Numbers that a change of a contact marks as do-not-call, or whose mark it lifts. */
export interface Marking {
  phones: string[];
  do_not_call: boolean;
}

const markingOf = (before: ContactRecord, after: ContactRecord, isLifted: boolean): Marking => {
  if (isLifted) return { phones: phonesOf(after), do_not_call: false };
  // A number that it gave up stays closed too.
  const phones = after.do_not_call ? [...new Set([...phonesOf(after), ...phonesOf(before)])] : [];
  return { phones, do_not_call: true };
};

/**
 * Changes a contact if it is still what was read. A move changes both companies' counts. `do_not_call: false` lifts the
 * mark of its numbers, whichever contact set it; a new number of a do-not-call contact is marked too. New phones come
 * with their numbering. With `marks`, only while its numbers are marked as they were read.
 */
export const changeContact = (
  before: ContactRecord,
  changes: Partial<KeptContact>,
  now: Date,
  marks?: Marks,
): { operations: WriteOperation[]; after: ContactRecord; marking: Marking } => {
  const changed = { ...toContact(before), ...changes, updated_at: changedAt(before, now) };
  const after = toContactRecord(changed, before.account_id);
  const isMoved = before.company_id !== after.company_id;
  const [had, has] = [phonesOf(before), phonesOf(after)];
  const [given, givenUp] = [missingFrom(had, has), missingFrom(has, had)];
  const marking = markingOf(before, after, changes.do_not_call === false);
  const operations = [
    { put: itemOf(after), when: unchanged(before) },
    ...(isMoved
      ? [
          count(counterOwners.companyContacts(before.company_id), after.id, -1),
          joinCompany(after.company_id, [after.id]),
        ]
      : []),
    ...enterPhones(after, given),
    ...removePhones(after, givenUp),
    ...markNumbers(after.team_id, marking.phones, marking.do_not_call, marks),
  ];
  return { operations, after, marking };
};

const missingFrom = (some: string[], phones: string[]): string[] => phones.filter((phone) => !some.includes(phone));

/** Deletes a contact softly: it leaves lists and counts. Its calls stay, and its numbers keep their do-not-call. */
export const deleteContact = (before: ContactRecord, now: Date): WriteOperation[] => [
  softDeletion(contactKey(before.id), before, now),
  ...removePhones(before, phonesOf(before)),
  count(counterOwners.contacts(before.team_id), before.id, -1),
  count(counterOwners.companyContacts(before.company_id), before.id, -1),
];

/** Creates a contact, or returns the one that an earlier try of the same request created. */
export const createContactOnce = async (
  table: TableWriter,
  record: ContactRecord,
  marks: Marks,
  beside: WriteOperation[],
): Promise<Contact> => {
  try {
    await table.transact([...addContact(record, marks), ...beside]);
    return toContact(record);
  } catch (error) {
    const found = error instanceof ConditionFailed ? error.failures.find(({ index }) => index === 0)?.found : undefined;
    if (!found) throw error;
    return toContact(found as unknown as ContactRecord);
  }
};

/** @throws Refusal 404 when there is no such contact, or it was deleted. */
export const loadContact = async (table: TableReader, id: string): Promise<ContactRecord> => {
  const record = await getContact(table, id);
  if (!record || record.deleted_at !== null) throw notFound(`The contact "${id}"`);
  return record;
};

/** Contacts of one number that are looked at; a number that more of them share belongs to none in particular. */
export const CONTACTS_PER_PHONE_MAX = 100;

/**
 * The team's contacts with this number, primary or secondary, the most recently changed first; consistent. Of a number
 * with more than `CONTACTS_PER_PHONE_MAX` contacts, those created last.
 */
export const findContactsByPhone = async (
  table: TableReader,
  teamId: string,
  phone: string,
): Promise<ContactRecord[]> => {
  const entries = await table.query<{ contact_id: string }>({
    partition: partitions.line(teamId, phone),
    prefix: CONTACT_PREFIX,
    newestFirst: true,
    limit: CONTACTS_PER_PHONE_MAX,
  });
  const contacts = await getContacts(
    table,
    entries.map(({ contact_id }) => contact_id),
  );
  return contacts
    .filter((contact) => contact !== undefined)
    .filter((contact) => contact.deleted_at === null && phonesOf(contact).includes(phone))
    .toSorted((one, other) => (one.updated_at < other.updated_at ? 1 : -1));
};

interface ContactFilter {
  companyId?: string | undefined;
  search?: string | undefined;
  leadStatus?: string | undefined;
  doNotCall?: boolean | undefined;
  hasPhone?: boolean | undefined;
}

export const listContactRecords = (
  table: TableReader,
  teamId: string,
  filter: ContactFilter,
  page: { limit: number; offset: number },
) =>
  readPage<ContactRecord>(table, {
    list: lists.contacts(teamId),
    counter: counterOwners.contacts(teamId),
    filter: [
      ...(filter.companyId ? [equals('ix.company_id', filter.companyId)] : []),
      ...(filter.leadStatus ? [equals('ix.lead_status', filter.leadStatus)] : []),
      ...(filter.doNotCall === undefined ? [] : [equals('ix.do_not_call', filter.doNotCall)]),
      ...(filter.hasPhone === undefined ? [] : [equals('ix.has_phone', filter.hasPhone)]),
      ...searched(filter.search),
    ],
    ...page,
  });
