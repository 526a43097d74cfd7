import type { Needs } from '#shared/ports/capabilities.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { changeContact, getContact } from '#shared/store/contacts.ts';
import { markDoNotCall } from '#shared/store/limits/callee-locks.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { skipClosed, tellCampaigns } from './exclude-contact.ts';

export type OptOutPorts = Needs<'table' | 'campaignQueue' | 'clock'>;

const otherParty = (call: Pick<CallRecord, 'direction' | 'from_number' | 'to_number'>): string =>
  call.direction === 'inbound' ? call.from_number : call.to_number;

/** Marks the contact if it still exists. */
const mark = ({ table, clock }: OptOutPorts, contactId: string): Promise<void> =>
  retryingLostRaces(table, async () => {
    const contact = await getContact(table, contactId);
    if (!contact || contact.deleted_at !== null || contact.do_not_call) return;
    await table.transact(changeContact(contact, { do_not_call: true }, clock()).operations);
  });

/**
 * Records an opt-out request from a call: marks the number and the contact, and skips whoever has that number in every
 * campaign where they wait. Repeating it changes nothing.
 */
export const applyOptOut = async (
  ports: OptOutPorts,
  { team_id: teamId, contact_id: contactId, ...call }: CallRecord,
): Promise<void> => {
  const phone = otherParty(call);
  await ports.table.write(markDoNotCall(teamId, phone));
  if (contactId !== null) await mark(ports, contactId);
  await tellCampaigns(ports, await skipClosed(ports.table, { teamId, phones: [phone], contactId }, ports.clock()));
};
