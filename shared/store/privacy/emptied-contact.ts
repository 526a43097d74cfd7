import { type ContactRecord, contactKey, leaving } from '#shared/store/contact/contacts.ts';
import { changedAt } from '#shared/store/table/conditional-write.ts';
import { toJsonText } from '#shared/store/table/records.ts';
import { equals, type WriteOperation } from '#shared/store/table/table.ts';

const NOTHING_OF_A_PERSON = {
  company_id: '',
  first_name: '',
  last_name: '',
  email: null,
  phone: null,
  phone_country: null,
  phone_kind: null,
  phone_secondary: null,
  phone_secondary_country: null,
  phone_secondary_kind: null,
  job_title: null,
  lead_status: '',
  source: null,
  timezone: null,
  preferred_contact_method: null,
  do_not_call: true,
  notes: null,
  custom_fields: toJsonText({}),
  tags: [],
};

/**
 * Leaves of a contact, deleted or not, that it was erased, if it is still what was read. Whoever changes the contact as it
 * was before loses, and its id stays known for one that must not be used.
 */
export const emptyContact = (before: ContactRecord, erasure_id: string, now: Date): WriteOperation[] => {
  const { id, team_id, account_id, created_at } = before;
  const at = changedAt(before, now);
  const kept: ContactRecord = {
    ...{ id, team_id, account_id, created_at, erasure_id },
    ...NOTHING_OF_A_PERSON,
    updated_at: at,
    deleted_at: at,
  };
  return [
    {
      put: { ...contactKey(id), ...kept },
      when: [equals('updated_at', before.updated_at), equals('deleted_at', before.deleted_at)],
    },
    ...(before.deleted_at === null ? leaving(before) : []),
  ];
};
