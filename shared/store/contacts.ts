import { conflict, notFound } from '#shared/domain/errors.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { counterOwners, keys, listSort, lists } from './keys.ts';
import { changedAt } from './table/conditional-write.ts';
import { count, countUnlessClosed } from './table/counters.ts';
import { readPage, searched, searchText } from './table/lists.ts';
import type { RecordKey } from './table/records.ts';
import { fromJsonText, toJsonText } from './table/records.ts';
import {
  absent,
  type Condition,
  ConditionFailed,
  equals,
  type TableReader,
  type TableWriter,
  type WriteOperation,
} from './table/table.ts';

export type ContactRecord = Omit<Contact, 'custom_fields'> & {
  account_id: string;
  custom_fields: string;
  deleted_at: string | null;
};

export const contactKey = (id: string): RecordKey<ContactRecord> => keys.contact(id);

/** Also a deleted one. */
export const getContact = (table: TableReader, id: string) => table.get<ContactRecord>(contactKey(id));

export const getContacts = (table: TableReader, ids: string[]) => table.getMany<ContactRecord>(ids.map(contactKey));

/** What the list filters and searches by. */
const indexed = (contact: ContactRecord) => ({
  ix: {
    company_id: contact.company_id,
    lead_status: contact.lead_status,
    do_not_call: contact.do_not_call,
    has_phone: contact.phone !== null,
    text: searchText([`${contact.first_name} ${contact.last_name}`, contact.email, contact.phone]),
  },
});

export const toContactRecord = (contact: Contact, accountId: string): ContactRecord => ({
  ...contact,
  account_id: accountId,
  custom_fields: toJsonText(contact.custom_fields),
  deleted_at: null,
});

export const toContact = (record: ContactRecord): Contact => ({
  ...record,
  custom_fields: fromJsonText(record.custom_fields),
});

/** The numbers a contact can be reached at. */
export const phonesOf = (contact: Pick<Contact, 'phone' | 'phone_secondary'>): string[] =>
  [...new Set([contact.phone, contact.phone_secondary])].filter((phone) => phone !== null);

/**
 * Notes on a contact's numbers, for the whole team: do-not-call holds for the number, so another contact with the same
 * number is not dialled either, and the contact's id lets a caller be recognised.
 */
const markNumbers = (
  record: ContactRecord,
  doNotCall: boolean | undefined,
  phones: string[] = phonesOf(record),
): WriteOperation[] =>
  phones.map((phone) => ({
    update: keys.calleeLock(record.team_id, phone),
    set: { contact_id: record.id, ...(doNotCall !== undefined && { do_not_call: doNotCall }) },
  }));

/** Creates a contact in a company that is still there, and counts it in both. */
export const addContact = (record: ContactRecord): WriteOperation[] => [
  {
    put: {
      ...contactKey(record.id),
      ...record,
      ...indexed(record),
      list_pk: lists.contacts(record.team_id),
      list_sk: listSort(record.created_at, record.id),
    },
    when: [absent('pk')],
  },
  count(counterOwners.contacts(record.team_id), record.id, 1),
  joinCompany(record.company_id, record.id),
  ...markNumbers(record, record.do_not_call || undefined),
];

/** Counts the contact in its company, which must still be there. */
const joinCompany = (companyId: string, contactId: string): WriteOperation =>
  countUnlessClosed(counterOwners.companyContacts(companyId), contactId, () =>
    conflict('The company was deleted at the same time.'),
  );

/** A contact whose every field is what was read; the second of two writers at once reads again. */
const unchanged = (before: ContactRecord): Condition[] => [
  equals('updated_at', before.updated_at),
  equals('deleted_at', null),
];

/**
 * Changes a contact. Moving it moves both companies' counts. A person's `do_not_call: false` lifts the mark of its numbers,
 * whichever contact it came from; a new number of a do-not-call contact is marked too.
 */
export const changeContact = (
  before: ContactRecord,
  changes: Partial<Contact>,
  now: Date,
): { operations: WriteOperation[]; after: ContactRecord } => {
  const changed = { ...toContact(before), ...changes, updated_at: changedAt(before, now) };
  const after = toContactRecord(changed, before.account_id);
  const isMoved = before.company_id !== after.company_id;
  const phonesChanged = before.phone !== after.phone || before.phone_secondary !== after.phone_secondary;
  const isLifted = changes.do_not_call === false;
  const operations = [
    {
      put: {
        ...contactKey(after.id),
        ...after,
        ...indexed(after),
        list_pk: lists.contacts(after.team_id),
        list_sk: listSort(after.created_at, after.id),
      },
      when: unchanged(before),
    },
    ...(isMoved
      ? [count(counterOwners.companyContacts(before.company_id), after.id, -1), joinCompany(after.company_id, after.id)]
      : []),
    ...(isLifted || after.do_not_call || phonesChanged ? markNumbers(after, doNotCallMark(after, isLifted)) : []),
    ...(after.do_not_call ? markNumbers(after, true, phonesLeft(before, after)) : []),
  ];
  return { operations, after };
};

/** Numbers that the change takes away; whoever asks not to be called is not called at the old one either. */
const phonesLeft = (before: ContactRecord, after: ContactRecord): string[] =>
  phonesOf(before).filter((phone) => !phonesOf(after).includes(phone));

const doNotCallMark = (after: ContactRecord, isLifted: boolean): boolean | undefined => {
  if (after.do_not_call) return true;
  return isLifted ? false : undefined;
};

/** Soft: the contact leaves the lists and counts, its calls stay. Its numbers keep their do-not-call mark. */
export const deleteContact = (before: ContactRecord, now: Date): WriteOperation[] => {
  const at = changedAt(before, now);
  return [
    {
      update: contactKey(before.id),
      set: { deleted_at: at, updated_at: at },
      remove: ['list_pk', 'list_sk'],
      when: unchanged(before),
    },
    count(counterOwners.contacts(before.team_id), before.id, -1),
    count(counterOwners.companyContacts(before.company_id), before.id, -1),
  ];
};

/** Creates a contact; when it was created already by an earlier try of the same request, answers that one. */
export const createContactOnce = async (table: TableWriter, record: ContactRecord): Promise<Contact> => {
  try {
    await table.transact(addContact(record));
    return toContact(record);
  } catch (error) {
    const found = error instanceof ConditionFailed ? error.failures.find(({ index }) => index === 0)?.found : undefined;
    if (!found) throw error;
    return toContact(found as unknown as ContactRecord);
  }
};

/** @throws Refusal 404 when the contact is not there, or was deleted. */
export const loadContact = async (table: TableReader, id: string): Promise<ContactRecord> => {
  const record = await getContact(table, id);
  if (!record || record.deleted_at !== null) throw notFound(`The contact "${id}"`);
  return record;
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
