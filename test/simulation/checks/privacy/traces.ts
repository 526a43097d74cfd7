import type { CheckedTable } from '#test/simulation/checks/checker.ts';
import { callIn } from '#test/simulation/checks/records.ts';
import { bodyOf, readAnnouncement } from '#test/simulation/checks/webhook/announcements.ts';
import type { Item } from '#test/simulation/store/item-expressions.ts';
import type { ErasedPerson } from './erased-people.ts';

/** What the table still tells of a person. */

/** The worlds' table knows numbers as they are, where the product's has their hashes. */
const LINE = /#LINE#/;

/** The number of whoever spoke with us. */
export const otherNumberOf = ({ direction, from_number, to_number }: Item): unknown =>
  direction === 'inbound' ? from_number : to_number;

/** The call of which an event is told. */
const calleeOf = (delivery: Item): string | undefined =>
  typeof delivery.awaits_call === 'string' ? delivery.awaits_call : readAnnouncement(bodyOf(delivery))?.callId;

/** The call that an item belongs to: its own, or what lies beside it or is told of it. */
export const callOf = (table: CheckedTable, item: Item): Item | undefined => {
  const [kind, id] = item.pk.split('#');
  if (kind === 'CALL') return callIn(table, id);
  return item.sk === 'DELIVERY' ? callIn(table, calleeOf(item)) : undefined;
};

const textOf = ({ pk, payload, ...fields }: Item): string => {
  const told = payload === undefined ? '' : bodyOf({ pk, payload, ...fields });
  return `${LINE.test(pk) ? '' : pk} ${JSON.stringify(fields)} ${told}`;
};

/** A call with the person: as the contact, or with one of its numbers as nobody. */
export const isOfPerson = (call: Item, { contactId, teamId, phones }: ErasedPerson): boolean =>
  call.contact_id === contactId ||
  (call.contact_id === null && call.team_id === teamId && phones.includes(String(otherNumberOf(call))));

/** A number may be another contact's too, and whoever was erased may call us or be entered again. */
const isSomebodyElses = (stored: CheckedTable, item: Item, { contactId, at }: ErasedPerson): boolean => {
  const [kind, id] = item.pk.split('#');
  if (kind === 'CONTACT') return id !== contactId;
  if (kind === 'ERASURE') return true;
  // Suppressed for another reason too, a number is in the list.
  if (item.sk === 'LINE') return item.list_pk !== undefined;
  const call = callOf(stored, item);
  if (!call) return false;
  return call.contact_id === null ? Date.parse(String(call.created_at)) >= at : call.contact_id !== contactId;
};

/** Items that tell the person's name, note or number. */
export const tracesOf = (stored: CheckedTable, person: ErasedPerson): string[] => {
  const found: string[] = [];
  for (const item of stored.all()) {
    const text = textOf(item);
    const isNamed = person.words.some((words) => text.includes(words));
    const hasNumber = person.phones.some((phone) => text.includes(phone));
    if (isNamed || (hasNumber && !isSomebodyElses(stored, item, person))) found.push(`${item.pk} ${item.sk}`);
  }
  return found;
};

/** Whether a call that is noted with a number was erased. */
const isErased = (stored: CheckedTable, callId: unknown): boolean => {
  const call = callIn(stored, callId);
  return call !== undefined && call.erased_at !== null;
};

/** Items of the person's numbers that lead to erased calls: of somebody's new ones they may tell. */
export const callsOnLines = (stored: CheckedTable, { teamId, phones }: ErasedPerson): string[] => {
  const lines = new Set(phones.map((phone) => `TEAM#${teamId}#LINE#${phone}`));
  const found: string[] = [];
  for (const item of stored.all()) {
    if (!lines.has(item.pk)) continue;
    const dials = (item.sk === 'LINE' ? (item.dials ?? []) : []) as { call_id: string }[];
    const noted = [item.call_id, ...dials.map(({ call_id }) => call_id)];
    if (noted.some((id) => isErased(stored, id))) found.push(`${item.pk} ${item.sk}`);
  }
  return found;
};
