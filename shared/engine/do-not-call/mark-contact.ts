import { phonesOf } from '#shared/domain/contact/phones.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { changeContact, getContact } from '#shared/store/contact/contacts.ts';
import { type MarkReason, readLines } from '#shared/store/line/suppressions.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';

/** Marks a contact if it still exists, and with it all its numbers. Answers whether this was the one that did. */
export const markContact = (
  { table, clock }: Needs<'table' | 'clock'>,
  contactId: string,
  reason: MarkReason,
): Promise<boolean> =>
  retryingLostRaces(table, async () => {
    const contact = await getContact(table, contactId);
    if (!contact || contact.deleted_at !== null || contact.do_not_call) return false;
    const lines = await readLines(table, contact.team_id, phonesOf(contact));
    await table.transact(changeContact(contact, { do_not_call: true }, clock(), { lines, reason }).operations);
    return true;
  });
