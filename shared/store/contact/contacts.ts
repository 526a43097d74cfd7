import { phonesOf } from '#shared/domain/contact/phones.ts';
import { conflict, notFound } from '#shared/domain/errors.ts';
import type { PhoneNumberings } from '#shared/domain/phone-number/numbering.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { counterOwners, keys, listSort, lists } from '#shared/store/keys.ts';
import {
  applyMarking,
  type Lines,
  type Marking,
  markingOf,
  suppressNumbers,
  UNREAD,
} from '#shared/store/line/suppressions.ts';
import { noteFormerLine } from '#shared/store/privacy/former-lines.ts';
import { changedAt, softDeletion, unchanged } from '#shared/store/table/conditional-write.ts';
import { count, countTogether, countUnlessClosed, shardFor } from '#shared/store/table/counters.ts';
import { searchText } from '#shared/store/table/lists.ts';
import { fromJsonText, type RecordKey, toJsonText } from '#shared/store/table/records.ts';
import { absent, type TableReader, type WriteOperation } from '#shared/store/table/table.ts';
import { contactIdsOf, enterPhones, removePhones } from './contact-phones.ts';

/** A contact with what the numbering plans say about its phones. */
export type KeptContact = Contact & PhoneNumberings;

/** A number that was dialled for a contact until it was changed. A dial under way may still have it. */
interface FormerPhone {
  phone: string;
  until: string;
}

export type ContactRecord = Omit<KeptContact, 'custom_fields'> & {
  account_id: string;
  custom_fields: string;
  deleted_at: string | null;
  former_phones?: FormerPhone[] | undefined;
  /** The erasure that has emptied it. Absent of all others. */
  erasure_id?: string;
};

/** Far longer than a dial is under way. */
const FORMER_PHONE_KEPT_MS = 5 * MINUTE_MS;
/** A dial reads its contact's number within seconds, in which nobody changes it so often. */
const FORMER_PHONES_MAX = 20;

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

const formerOf = ({ former_phones = [] }: ContactRecord, now: Date): FormerPhone[] =>
  former_phones.filter(({ until }) => until > now.toISOString());

/** Numbers that the contact had until just now. */
export const formerPhonesOf = (record: ContactRecord, now: Date): string[] =>
  formerOf(record, now).map(({ phone }) => phone);

const formerAfter = (before: ContactRecord, phone: string | null, now: Date): FormerPhone[] | undefined => {
  const until = new Date(now.getTime() + FORMER_PHONE_KEPT_MS).toISOString();
  const left = before.phone === null || before.phone === phone ? [] : [{ phone: before.phone, until }];
  const former = [...left, ...formerOf(before, now)].slice(0, FORMER_PHONES_MAX);
  return former.length > 0 ? former : undefined;
};

const putNew = (record: ContactRecord): WriteOperation => ({ put: itemOf(record), when: [absent('pk')] });

/** Creates a contact and counts it in its team and its company, which must still exist; `lines`: of its numbers. */
export const addContact = (record: ContactRecord, lines = UNREAD.lines): WriteOperation[] => [
  putNew(record),
  count(counterOwners.contacts(record.team_id), record.id, 1),
  joinCompany(record.company_id, [record.id]),
  ...enterPhones([{ contact: record, phones: phonesOf(record) }]),
  ...(record.do_not_call ? suppressNumbers(record.team_id, phonesOf(record), 'contact', lines, record.created_at) : []),
];

/** Counts contacts of one counter shard in their company. @throws Refusal 409 when the company was deleted. */
const joinCompany = (companyId: string, contactIds: [string, ...string[]]): WriteOperation =>
  countUnlessClosed(counterOwners.companyContacts(companyId), contactIds, () =>
    conflict('The company was deleted at the same time.'),
  );

/**
 * Creates contacts of one team; each counter changes once. Fails where a contact of the team has one of the numbers that
 * must be new.
 */
export const addContacts = (
  records: [ContactRecord, ...ContactRecord[]],
  lines: Lines = UNREAD.lines,
  mustBeNew: string[] = [],
): WriteOperation[] => {
  const blocked = records.filter((record) => record.do_not_call);
  const { team_id, created_at } = records[0];
  return [
    ...records.map(putNew),
    ...[...Map.groupBy(records, ({ id }) => shardFor(id)).values()].flatMap(joinTeam),
    ...enterPhones(
      records.map((record) => ({ contact: record, phones: phonesOf(record) })),
      mustBeNew,
    ),
    ...suppressNumbers(team_id, [...new Set(blocked.flatMap(phonesOf))], 'contact', lines, created_at),
  ];
};

/** Counts contacts of one counter shard in their team and their companies. */
const joinTeam = (records: ContactRecord[]): WriteOperation[] => {
  const ids = (of: ContactRecord[]) => of.map(({ id }) => id) as [string, ...string[]];
  const byCompany = Map.groupBy(records, ({ company_id }) => company_id);
  return [
    countTogether(counterOwners.contacts((records[0] as ContactRecord).team_id), ids(records)),
    ...[...byCompany].map(([companyId, some]) => joinCompany(companyId, ids(some))),
  ];
};

/**
 * Changes a contact if it is still what was read. A move changes both companies' counts. `do_not_call: false` lifts what
 * contacts brought of its numbers, whichever contact that was; a new number of a do-not-call contact is suppressed too.
 * New phones come with their numbering. What suppresses its numbers must be what was read.
 */
export const changeContact = (
  before: ContactRecord,
  changes: Partial<KeptContact>,
  now: Date,
  reading = UNREAD,
): { operations: WriteOperation[]; after: ContactRecord; marking: Marking } => {
  const changed = { ...toContact(before), ...changes, updated_at: changedAt(before, now) };
  const former_phones = formerAfter(before, changed.phone, now);
  const after = { ...toContactRecord(changed, before.account_id), former_phones };
  const isMoved = before.company_id !== after.company_id;
  const [had, has] = [phonesOf(before), phonesOf(after)];
  const [given, givenUp] = [missingFrom(had, has), missingFrom(has, had)];
  const marking = markingOf(changes, after.do_not_call, { had, has });
  const operations = [
    { put: itemOf(after), when: unchanged(before) },
    ...(isMoved
      ? [
          count(counterOwners.companyContacts(before.company_id), after.id, -1),
          joinCompany(after.company_id, [after.id]),
        ]
      : []),
    ...enterPhones([{ contact: after, phones: given }]),
    ...removePhones(after, givenUp),
    ...applyMarking(after.team_id, marking, reading, now),
    // Whoever suppresses one of them, by hand for instance, need not know of the contact.
    ...givenUp.map((phone) => noteFormerLine(after, phone)),
  ];
  return { operations, after, marking };
};

const missingFrom = (some: string[], phones: string[]): string[] => phones.filter((phone) => !some.includes(phone));

/** Deletes a contact softly: it leaves lists and counts. Its calls stay, and its numbers keep their do-not-call. */
export const deleteContact = (before: ContactRecord, now: Date): WriteOperation[] => [
  softDeletion(contactKey(before.id), before, now),
  ...leaving(before),
];

/** A contact that is gone is found by no number, and counted nowhere. */
export const leaving = (before: ContactRecord): WriteOperation[] => [
  ...removePhones(before, phonesOf(before)),
  count(counterOwners.contacts(before.team_id), before.id, -1),
  count(counterOwners.companyContacts(before.company_id), before.id, -1),
];

/** @throws Refusal 404 when there is no such contact, or it was deleted. */
export const loadContact = async (table: TableReader, id: string): Promise<ContactRecord> => {
  const record = await getContact(table, id);
  if (!record || record.deleted_at !== null) throw notFound(`The contact "${id}"`);
  return record;
};

/** Those of these contacts that have the number; one may have given it up since its entry was read. */
export const havingPhone = async (table: TableReader, phone: string, ids: string[]): Promise<ContactRecord[]> =>
  (await getContacts(table, ids))
    .filter((contact) => contact !== undefined)
    .filter((contact) => contact.deleted_at === null && phonesOf(contact).includes(phone));

/** Contacts of one number that are looked at; a number that more of them share belongs to none in particular. */
export const CONTACTS_PER_PHONE_MAX = 100;

/** The team's contacts with any of these numbers; consistent. */
export const findContactsByPhones = async (
  table: TableReader,
  teamId: string,
  phones: string[],
): Promise<ContactRecord[]> => {
  const ofEach = phones.map((phone) => contactIdsOf(table, teamId, phone, CONTACTS_PER_PHONE_MAX));
  const contacts = await getContacts(table, [...new Set((await Promise.all(ofEach)).flat())]);
  return contacts.filter((contact) => contact !== undefined).filter((contact) => contact.deleted_at === null);
};

/**
 * The team's contacts with this number, primary or secondary, the most recently changed first; consistent. Of a number
 * with more than `CONTACTS_PER_PHONE_MAX` contacts, those created last.
 */
export const findContactsByPhone = async (
  table: TableReader,
  teamId: string,
  phone: string,
): Promise<ContactRecord[]> => {
  const ids = await contactIdsOf(table, teamId, phone, CONTACTS_PER_PHONE_MAX);
  return (await havingPhone(table, phone, ids)).toSorted((one, other) => (one.updated_at < other.updated_at ? 1 : -1));
};
