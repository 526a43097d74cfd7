import { numberingsOf, withNumberings } from '#shared/domain/phone-number/numbering.ts';
import { awaitCalleesQuiet, type QuietPorts } from '#shared/engine/call/dialling/dials-in-flight.ts';
import { type ExcludePorts, excludeFromCalls } from '#shared/engine/do-not-call/exclude-contact.ts';
import { readMarksOf, suppressionByChange, suppressionByNew } from '#shared/engine/do-not-call/suppressions.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
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

/**
 * Writes a new contact with `commit`, again if its numbers were marked or freed meanwhile. With do-not-call, returns once
 * no dial to it is in flight.
 */
export const createContact = async (
  ports: QuietPorts & Needs<'table' | 'numberingOf'>,
  contact: Contact,
  by: Caller,
  commit: (operations: WriteOperation[]) => Promise<unknown>,
): Promise<void> => {
  const record = toContactRecord(withNumberings(contact, ports.numberingOf), by.accountId);
  await retryingLostRaces(ports.table, async () => {
    const marks = await readMarksOf(ports.table, record.team_id, record.do_not_call ? [record] : []);
    await commit([...addContact(record, marks), ...suppressionByNew(by, [record], marks, ports.clock())]);
  });
  if (contact.do_not_call) await awaitCalleesQuiet(ports, contact.team_id, phonesOf(contact));
};

type UpdatePorts = ExcludePorts & Needs<'numberingOf'>;

const change = ({ table, numberingOf }: UpdatePorts, id: string, given: Partial<Contact>, by: Caller, now: Date) =>
  retryingLostRaces(table, async () => {
    const before = await loadContact(table, id);
    const isMarking = before.do_not_call || given.do_not_call !== undefined;
    const marks = await readMarksOf(table, before.team_id, isMarking ? [before, given] : []);
    const changes = { ...given, ...numberingsOf(given, numberingOf) };
    const { operations, after, marking } = changeContact(before, changes, now, marks);
    await table.transact([...operations, ...suppressionByChange(by, after, marking, marks, now)]);
    return { before: toContact(before), after: toContact(after) };
  });

const touchesCalls = ({ do_not_call, phone, phone_secondary }: Partial<Contact>): boolean =>
  do_not_call !== undefined || phone !== undefined || phone_secondary !== undefined;

/** With do-not-call, returns once it waits in no campaign and no dial to it is in flight. @throws Refusal 404. */
export const updateContact = async (
  ports: UpdatePorts,
  id: string,
  changes: Partial<Contact>,
  by: Caller,
  now: Date,
): Promise<Contact> => {
  const { before, after } = await change(ports, id, changes, by, now);
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
