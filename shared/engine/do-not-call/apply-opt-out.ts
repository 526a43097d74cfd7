import type { Needs } from '#shared/ports/capabilities.ts';
import type { CallRecord } from '#shared/store/calls.ts';
import { changeContact, getContact } from '#shared/store/contacts.ts';
import { markDoNotCall } from '#shared/store/limits/callee-locks.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { skipEverywhere } from './exclude-contact.ts';

export type OptOutPorts = Needs<'table' | 'campaignQueue' | 'clock'>;

const otherParty = (call: CallRecord): string => (call.direction === 'inbound' ? call.from_number : call.to_number);

/** Returns true if the contact still exists. */
const mark = ({ table, clock }: OptOutPorts, contactId: string): Promise<boolean> =>
  retryingLostRaces(table, async () => {
    const contact = await getContact(table, contactId);
    if (!contact || contact.deleted_at !== null) return false;
    if (!contact.do_not_call) {
      await table.transact(changeContact(contact, { do_not_call: true }, clock()).operations);
    }
    return true;
  });

/** Marks the contact, if it still exists, and skips it in every campaign where it waits. */
const excludeContact = async (ports: OptOutPorts, contactId: string): Promise<void> => {
  if (!(await mark(ports, contactId))) return;
  const campaignIds = await skipEverywhere(ports.table, contactId, 'do_not_call', ports.clock());
  await ports.campaignQueue.send(campaignIds.map((campaign_id) => ({ campaign_id, reason: 'change' as const })));
};

/**
 * Records an opt-out request from a call: marks the number, and the contact in every campaign. Repeating it changes
 * nothing.
 */
export const applyOptOut = async (ports: OptOutPorts, call: CallRecord): Promise<void> => {
  await ports.table.write(markDoNotCall(call.team_id, otherParty(call)));
  if (call.contact_id !== null) await excludeContact(ports, call.contact_id);
};
