import type { Contact } from '#shared/schemas/contact.ts';
import { count } from './counters.ts';
import { freeze, thaw } from './free-form.ts';
import { counterOwners, keys, listSort, lists } from './keys.ts';
import { readPage, searchText } from './lists.ts';
import { absent, contains, equals, type TableReader, type WriteOperation } from './table.ts';

export type ContactRecord = Omit<Contact, 'custom_fields'> & {
  account_id: string;
  custom_fields: string;
  deleted_at: string | null;
};

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
  custom_fields: freeze(contact.custom_fields),
  deleted_at: null,
});

export const toContact = (record: ContactRecord): Contact => ({
  ...record,
  custom_fields: thaw(record.custom_fields),
});

/** The numbers a contact can be reached at. */
export const phonesOf = (contact: Pick<Contact, 'phone' | 'phone_secondary'>): string[] =>
  [...new Set([contact.phone, contact.phone_secondary])].filter((phone) => phone !== null);

/**
 * Creates a contact and counts it. Do-not-call holds for the number, so it is also written on the team's line: another
 * contact with the same number is not dialled either.
 */
export const addContact = (record: ContactRecord): WriteOperation[] => [
  {
    put: {
      ...keys.contact(record.id),
      ...record,
      ...indexed(record),
      list_pk: lists.contacts(record.team_id),
      list_sk: listSort(record.created_at, record.id),
    },
    when: [absent('pk')],
  },
  count(counterOwners.contacts(record.team_id), record.id, 1),
  count(counterOwners.companyContacts(record.company_id), record.id, 1),
  ...(record.do_not_call ? markLines(record) : []),
];

const markLines = (record: ContactRecord): WriteOperation[] =>
  phonesOf(record).map((phone) => ({ update: keys.line(record.team_id, phone), set: { do_not_call: true } }));

export interface ContactFilter {
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
      ...(filter.search ? [contains('ix.text', filter.search.toLowerCase())] : []),
    ],
    ...page,
  });
