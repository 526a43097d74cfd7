import { numberingsOf, withNumberings } from '#shared/domain/phone-number/numbering.ts';
import { awaitCalleesQuiet, type QuietPorts } from '#shared/engine/call/dialling/dials-in-flight.ts';
import { type ExcludePorts, excludeFromCalls } from '#shared/engine/do-not-call/exclude-contact.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import {
  addContact,
  changeContact,
  deleteContact,
  loadContact,
  phonesOf,
  toContact,
  toContactRecord,
} from '#shared/store/contacts.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { WriteOperation } from '#shared/store/table/table.ts';

/** Writes a new contact with `commit`. With do-not-call, returns once no dial to it is in flight. */
export const createContact = async (
  ports: QuietPorts & Needs<'numberingOf'>,
  contact: Contact,
  accountId: string,
  commit: (operations: WriteOperation[]) => Promise<unknown>,
): Promise<void> => {
  await commit(addContact(toContactRecord(withNumberings(contact, ports.numberingOf), accountId)));
  if (contact.do_not_call) await awaitCalleesQuiet(ports, contact.team_id, phonesOf(contact));
};

type UpdatePorts = ExcludePorts & Needs<'numberingOf'>;

const change = ({ table, numberingOf }: UpdatePorts, id: string, changes: Partial<Contact>, now: Date) =>
  retryingLostRaces(table, async () => {
    const before = await loadContact(table, id);
    const { operations, after } = changeContact(before, { ...changes, ...numberingsOf(changes, numberingOf) }, now);
    await table.transact(operations);
    return { before: toContact(before), after: toContact(after) };
  });

const touchesCalls = ({ do_not_call, phone, phone_secondary }: Partial<Contact>): boolean =>
  do_not_call !== undefined || phone !== undefined || phone_secondary !== undefined;

/** With do-not-call, returns once it waits in no campaign and no dial to it is in flight. @throws Refusal 404. */
export const updateContact = async (
  ports: UpdatePorts,
  id: string,
  changes: Partial<Contact>,
  now: Date,
): Promise<Contact> => {
  const { before, after } = await change(ports, id, changes, now);
  if (after.do_not_call && touchesCalls(changes)) {
    await excludeFromCalls(ports, after, [...phonesOf(before), ...phonesOf(after)], 'do_not_call');
  }
  return after;
};

/**
 * Deletes a contact softly; returns once it waits in no campaign and no dial to it is in flight.
 * @throws Refusal 404 when it was already deleted.
 */
export const removeContact = async (ports: ExcludePorts, id: string, now: Date): Promise<void> => {
  const contact = await retryingLostRaces(ports.table, async () => {
    const before = await loadContact(ports.table, id);
    await ports.table.transact(deleteContact(before, now));
    return toContact(before);
  });
  await excludeFromCalls(ports, contact, phonesOf(contact), 'contact_gone');
};
