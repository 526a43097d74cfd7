import { phonesOf } from '#shared/domain/contact/phones.ts';
import { numberingsOf, withNumberings } from '#shared/domain/phone-number/numbering.ts';
import { awaitCalleesQuiet, type QuietPorts } from '#shared/engine/call/dialling/dials-in-flight.ts';
import { endWaitsOf } from '#shared/engine/campaign/end-waits.ts';
import { closeNumbers, type ExcludePorts, excludeDeleted } from '#shared/engine/do-not-call/exclude-contact.ts';
import { readLinesOf, suppressionByChange, suppressionByNew } from '#shared/engine/do-not-call/suppressions.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { Contact } from '#shared/schemas/contact.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import {
  addContact,
  type ContactRecord,
  changeContact,
  deleteContact,
  formerPhonesOf,
  type KeptContact,
  loadContact,
  toContact,
  toContactRecord,
} from '#shared/store/contact/contacts.ts';
import { touchesCalls } from '#shared/store/line/suppressions.ts';
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
  commit: (operations: WriteOperation[], kept: KeptContact) => Promise<unknown>,
): Promise<KeptContact> => {
  const kept = withNumberings(contact, ports.numberingOf);
  const record = toContactRecord(kept, by.accountId);
  await retryingLostRaces(ports.table, async () => {
    const lines = await readLinesOf(ports.table, record.team_id, record.do_not_call ? [record] : []);
    await commit([...addContact(record, lines), ...suppressionByNew(by, [record], lines, ports.clock())], kept);
  });
  if (contact.do_not_call) await awaitCalleesQuiet(ports, contact.team_id, phonesOf(contact));
  return kept;
};

type UpdatePorts = ExcludePorts & Needs<'numberingOf'>;

const change = (
  { table, numberingOf }: UpdatePorts,
  seen: ContactRecord,
  given: Partial<Contact>,
  by: Caller,
  now: Date,
) =>
  retryingLostRaces(table, async (tries) => {
    const before = tries === 1 ? seen : await loadContact(table, seen.id);
    const isMarking = touchesCalls(given) && (before.do_not_call || given.do_not_call !== undefined);
    const lines = await readLinesOf(table, before.team_id, isMarking ? [before, given] : []);
    const changes = { ...given, ...numberingsOf(given, numberingOf) };
    const { operations, after, marking } = changeContact(before, changes, now, { lines, reason: 'contact' });
    await table.transact([...operations, ...suppressionByChange(by, after, marking, lines, now)]);
    return { before, after: toContact(after), formerPhones: formerPhonesOf(after, now) };
  });

const touchesClock = ({ timezone, phone }: Partial<Contact>): boolean => timezone !== undefined || phone !== undefined;

/**
 * With do-not-call, returns once it waits in no campaign and no dial to it is in flight. Whoever waits for hours or for its
 * number's bound is judged anew by a changed zone or number. Whoever changed it since it was `seen` is built upon.
 * @throws Refusal 404.
 */
export const updateContact = async (
  ports: UpdatePorts,
  seen: ContactRecord,
  changes: Partial<Contact>,
  by: Caller,
  now: Date,
): Promise<KeptContact> => {
  const { before, after, formerPhones } = await change(ports, seen, changes, by, now);
  if (after.do_not_call && touchesCalls(changes)) {
    const phones = [...phonesOf(before), ...phonesOf(after)];
    await closeNumbers(ports, { teamId: after.team_id, phones, formerPhones, contactId: seen.id });
  }
  if (touchesClock(changes)) await endWaitsOf(ports, seen.id);
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
    return before;
  });
  await excludeDeleted(ports, contact, [...phonesOf(contact), ...formerPhonesOf(contact, now)]);
};
