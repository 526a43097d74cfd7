import { Refusal } from '#shared/domain/errors.ts';
import { asksNotToBeCalled } from '#shared/domain/opt-out.ts';
import type { QueueSender } from '#shared/runtime/capabilities.ts';
import type { CallEvent } from '#shared/schemas/call-event.ts';
import type { CampaignMessage } from '#shared/schemas/messages.ts';
import { type CallRecord, getCall } from '#shared/store/calls.ts';
import { updateContactRecord } from '#shared/store/contacts.ts';
import { keys } from '#shared/store/keys.ts';
import type { TableWriter } from '#shared/store/table.ts';
import { skipEverywhere } from './exclude-contact.ts';

interface OptOutPorts {
  table: TableWriter;
  campaignQueue: QueueSender<CampaignMessage>;
  clock(): Date;
}

const otherParty = (call: CallRecord): string => (call.direction === 'inbound' ? call.from_number : call.to_number);

/** Marks the contact, if it is still there, and takes it out of every campaign where it waits. */
const markContact = async ({ table, campaignQueue, clock }: OptOutPorts, contactId: string): Promise<void> => {
  try {
    await updateContactRecord(table, contactId, { do_not_call: true }, clock());
  } catch (error) {
    if (error instanceof Refusal) return;
    throw error;
  }
  const campaignIds = await skipEverywhere(table, contactId, 'do_not_call', clock());
  await campaignQueue.send(campaignIds.map((campaign_id) => ({ campaign_id, reason: 'change' as const })));
};

/**
 * Somebody asked on a call not to be called again: it holds for the number and for the contact. Done before the event is
 * noted as seen, so that a crash repeats it, and a late duplicate does not undo what a person has changed since.
 */
export const honourOptOut = async (ports: OptOutPorts, callId: string, event: CallEvent): Promise<void> => {
  if (!asksNotToBeCalled(event.data.transcript ?? [])) return;
  const call = await getCall(ports.table, callId);
  if (!call || call.events[event.type] !== undefined) return;
  await ports.table.write({ update: keys.line(call.team_id, otherParty(call)), set: { do_not_call: true } });
  if (call.contact_id !== null) await markContact(ports, call.contact_id);
};
