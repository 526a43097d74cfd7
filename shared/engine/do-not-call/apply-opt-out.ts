import { otherParty } from '#shared/domain/call/other-party.ts';
import { erasedSince } from '#shared/domain/call/suppression.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { readLines, sourcesOf, suppressNumbers } from '#shared/store/line/suppressions.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { skipClosed, tellCampaigns } from './exclude-contact.ts';
import { markContact } from './mark-contact.ts';

export type OptOutPorts = Needs<'table' | 'campaignQueue' | 'clock'>;

const reason = 'said_on_call';

const suppress = ({ table, clock }: OptOutPorts, teamId: string, phone: string): Promise<void> =>
  retryingLostRaces(table, async () => {
    const lines = await readLines(table, teamId, [phone]);
    // An erased person's number is suppressed for good, and must not be listed anew by words from before.
    if (erasedSince(sourcesOf(lines.get(phone))) !== undefined) return;
    await table.transact(suppressNumbers(teamId, [phone], reason, lines, clock().toISOString()));
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
  if (contactId !== null) await markContact(ports, contactId, reason);
  await tellCampaigns(ports, await skipClosed(ports, { teamId, phones: [phone], contactId }));
};
