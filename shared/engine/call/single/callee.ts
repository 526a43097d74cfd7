import type { CallRecord } from '#shared/store/call/calls.ts';
import type { ContactRecord } from '#shared/store/contact/contacts.ts';

/** Whom a call is to: its contact, at another number where one was named; undefined if the contact is gone. */
export const calleeOf = (
  { contact_id, to_number, to_numbering }: Pick<CallRecord, 'contact_id' | 'to_number' | 'to_numbering'>,
  contact: ContactRecord | undefined,
) => {
  if (!to_numbering) return contact;
  const number = { phone: to_number, phone_country: to_numbering.country, phone_kind: to_numbering.kind };
  if (contact) return { ...contact, ...number };
  return contact_id === null ? { ...number, timezone: null, do_not_call: false, deleted_at: null } : undefined;
};
