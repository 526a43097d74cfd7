import type { ContactStatus } from '#shared/domain/campaign/contact-status.ts';
import { type ContactRecord, contactKey } from '#shared/store/contact/contacts.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import { listEnrolments } from './enrolment-lists.ts';
import type { EnrolmentRecord } from './enrolments.ts';

const SHOWN = ['first_name', 'last_name', 'phone'] as const;

type Person = { [Field in (typeof SHOWN)[number]]: ContactRecord[Field] | null };

const NOBODY: Person = { first_name: null, last_name: null, phone: null };

const personOf = (contact: (Person & Pick<ContactRecord, 'deleted_at'>) | undefined): Person => {
  if (!contact || contact.deleted_at !== null) return NOBODY;
  const { first_name, last_name, phone } = contact;
  return { first_name, last_name, phone };
};

/**
 * A page of a campaign's contacts with who they are, newest first, and the number of all that match. A deleted contact
 * is nobody any more, as it is for whoever asks for it by its id.
 */
export const listCampaignContacts = async (
  table: TableReader,
  campaignId: string,
  status: ContactStatus | undefined,
  page: { limit: number; offset: number },
): Promise<{ contacts: (EnrolmentRecord & Person)[]; count: number }> => {
  const { enrolments, count } = await listEnrolments(table, campaignId, status, page);
  const people = await table.getMany<Person & Pick<ContactRecord, 'deleted_at'>>(
    enrolments.map(({ contact_id }) => contactKey(contact_id)),
    { fields: [...SHOWN, 'deleted_at'] },
  );
  return { contacts: enrolments.map((enrolment, at) => ({ ...enrolment, ...personOf(people[at]) })), count };
};
