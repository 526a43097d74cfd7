import { conflict, notFound } from '#shared/domain/errors.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import { counterOwners, keys, listSort, lists } from './keys.ts';
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

export type ContactRecord = Omit<Contact, 'custom_fields'> & {
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

/** A contact's distinct phone numbers. */
export const phonesOf = (contact: Pick<Contact, 'phone' | 'phone_secondary'>): string[] =>
  [...new Set([contact.phone, contact.phone_secondary])].filter((phone) => phone !== null);

/**
 * Marks a contact's numbers for the whole team. Do-not-call holds for the number, so other contacts with it are not
 * dialled either; the contact id identifies inbound callers.
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

const putNew = (record: ContactRecord): WriteOperation => ({ put: itemOf(record), when: [absent('pk')] });

/** Creates a contact and counts it in its team and its company, which must still exist. */
export const addContact = (record: ContactRecord): WriteOperation[] => [
  putNew(record),
  count(counterOwners.contacts(record.team_id), record.id, 1),
  joinCompany(record.company_id, [record.id]),
  ...markNumbers(record, record.do_not_call || undefined),
];

/** Counts contacts of one counter shard in their company. @throws Refusal 409 when the company was deleted. */
const joinCompany = (companyId: string, contactIds: [string, ...string[]]): WriteOperation =>
  countUnlessClosed(counterOwners.companyContacts(companyId), contactIds, () =>
    conflict('The company was deleted at the same time.'),
  );

/** Two contacts of one transaction may share a number: the later one owns it, and do-not-call of either holds. */
const markTogether = (records: ContactRecord[]): WriteOperation[] => {
  const marks = new Map<string, WriteOperation>();
  const blocked = new Set(records.filter((each) => each.do_not_call).flatMap(phonesOf));
  for (const record of records) {
    for (const phone of phonesOf(record)) {
      for (const mark of markNumbers(record, blocked.has(phone) || undefined, [phone])) marks.set(phone, mark);
    }
  }
  return [...marks.values()];
};

/** Creates contacts of one team whose ids count on one shard: each counter changes once. */
export const addContacts = (records: [ContactRecord, ...ContactRecord[]]): WriteOperation[] => {
  const ids = (of: ContactRecord[]) => of.map(({ id }) => id) as [string, ...string[]];
  const byCompany = Map.groupBy(records, ({ company_id }) => company_id);
  return [
    ...records.map(putNew),
    countTogether(counterOwners.contacts(records[0].team_id), ids(records)),
    ...[...byCompany].map(([companyId, some]) => joinCompany(companyId, ids(some))),
    ...markTogether(records),
  ];
};

/**
 * Changes a contact if it is still what was read. A move changes both companies' counts. `do_not_call: false` lifts the
 * mark of its numbers, whichever contact set it; a new number of a do-not-call contact is marked too.
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
    { put: itemOf(after), when: unchanged(before) },
    ...(isMoved
      ? [
          count(counterOwners.companyContacts(before.company_id), after.id, -1),
          joinCompany(after.company_id, [after.id]),
        ]
      : []),
    ...(isLifted || after.do_not_call || phonesChanged ? markNumbers(after, doNotCallMark(after, isLifted)) : []),
    ...(after.do_not_call ? markNumbers(after, true, removedPhones(before, after)) : []),
  ];
  return { operations, after };
};

/** The numbers that a change removes; do-not-call covers them too. */
const removedPhones = (before: ContactRecord, after: ContactRecord): string[] =>
  phonesOf(before).filter((phone) => !phonesOf(after).includes(phone));

const doNotCallMark = (after: ContactRecord, isLifted: boolean): boolean | undefined => {
  if (after.do_not_call) return true;
  return isLifted ? false : undefined;
};

/** Deletes a contact softly: it leaves lists and counts. Its calls stay, and its numbers keep their do-not-call. */
export const deleteContact = (before: ContactRecord, now: Date): WriteOperation[] => [
  softDeletion(contactKey(before.id), before, now),
  count(counterOwners.contacts(before.team_id), before.id, -1),
  count(counterOwners.companyContacts(before.company_id), before.id, -1),
];

/** Creates a contact, or returns the one that an earlier try of the same request created. */
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

/** @throws Refusal 404 when there is no such contact, or it was deleted. */
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
