import { otherParty } from '#shared/domain/call/other-party.ts';
import { erasedSince } from '#shared/domain/call/suppression.ts';
import { phonesOf } from '#shared/domain/contact/phones.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { changeContact, getContact } from '#shared/store/contact/contacts.ts';
import { readLines, sourcesOf, suppressNumbers } from '#shared/store/line/suppressions.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { skipClosed, tellCampaigns } from './exclude-contact.ts';

export type OptOutPorts = Needs<'table' | 'campaignQueue' | 'clock'>;

const reason = 'said_on_call';

const suppress = ({ table, clock }: OptOutPorts, teamId: string, phone: string): Promise<void> =>
  retryingLostRaces(table, async () => {
    const lines = await readLines(table, teamId, [phone]);
    // An erased person's number is suppressed for good, and must not be listed anew by words from before.
    if (erasedSince(sourcesOf(lines.get(phone))) !== undefined) return;
    await table.transact(suppressNumbers(teamId, [phone], reason, lines, clock().toISOString()));
  });

/** Marks the contact if it still exists, and with it all its numbers. */
const mark = ({ table, clock }: OptOutPorts, contactId: string): Promise<void> =>
  retryingLostRaces(table, async () => {
    const contact = await getContact(table, contactId);
    if (!contact || contact.deleted_at !== null || contact.do_not_call) return;
    const lines = await readLines(table, contact.team_id, phonesOf(contact));
    await table.transact(changeContact(contact, { do_not_call: true }, clock(), { lines, reason }).operations);
  });

/**
 * Records an opt-out request from a call: marks the number and the contact, and skips whoever has that number in every
 * campaign where they wait. Repeating it changes nothing.
 */
export const applyOptOut = async (
  ports: OptOutPorts,
  { team_id: teamId, contact_id: contactId, ...call }: CallRecord,
): Promise<void> => {
  // An erased person's number is suppressed already, and the call has it no more.
  if (call.erased_at !== null) return;
  const phone = otherParty(call);
  await suppress(ports, teamId, phone);
  if (contactId !== null) await mark(ports, contactId);
  await tellCampaigns(ports, await skipClosed(ports, { teamId, phones: [phone], contactId }));
};
