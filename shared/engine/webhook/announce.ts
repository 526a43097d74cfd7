import { encodeClientState } from '#shared/domain/call/client-state.ts';
import { derivedId } from '#shared/domain/ids.ts';
import { announcementOf, announcementsDue } from '#shared/domain/webhook/call-announcements.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { type CallRecord, changeCall } from '#shared/store/call/calls.ts';
import { type DeliveryReference, deliveriesOf, type OutgoingEvent } from '#shared/store/deliveries.ts';
import { getWebhook } from '#shared/store/webhooks.ts';

export type AnnouncePorts = Needs<'table' | 'webhookQueue' | 'log'>;

/** Queues stored deliveries. A failure is only logged, because the sweep sends what the queue misses. */
export const sendDeliveries = async (
  { webhookQueue, log }: Pick<AnnouncePorts, 'webhookQueue' | 'log'>,
  deliveries: DeliveryReference[],
): Promise<void> => {
  try {
    await webhookQueue.send(deliveries);
  } catch (error) {
    log.error('Could not queue new deliveries; the sweep will send them.', error, { count: deliveries.length });
  }
};

/**
 * Changes a call and writes the events not announced yet into the outbox, in one transaction. An event's id follows
 * from call and type, so the same event never gets two ids.
 * @throws ConditionFailed when the call has changed since it was read.
 */
export const changeAndAnnounce = async (
  ports: AnnouncePorts,
  before: CallRecord,
  changes: Partial<CallRecord>,
  now: Date,
): Promise<void> => {
  const after = { ...before, ...changes };
  const { status } = after;
  if (status === 'not_dialed') return ports.table.write(changeCall(before, changes).operation);
  const call = { ...after, status };
  const due = announcementsDue(call, before.announced);
  if (due.length === 0) return ports.table.write(changeCall(before, changes).operation);
  const webhook = await getWebhook(ports.table, before.account_id, 'call');
  const clientState = encodeClientState(before.id);
  const events = due.map(
    (type): OutgoingEvent => ({
      id: derivedId('evt', before.id, type),
      type,
      payload: announcementOf(type, call, clientState),
    }),
  );
  const { operations, references } = deliveriesOf(webhook, events, now);
  const { operation: change } = changeCall(before, { ...changes, announced: [...before.announced, ...due] });
  if (operations.length === 0) return ports.table.write(change);
  await ports.table.transact([change, ...operations]);
  await sendDeliveries(ports, references);
};
