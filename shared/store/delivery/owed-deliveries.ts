import type { Change } from '#shared/store/table/conditional-write.ts';
import { absent, equals, type PutOperation } from '#shared/store/table/table.ts';
import { type DeliveryRecord, dueFields, kept, listedAndSwept, newDelivery, type OutgoingEvent } from './deliveries.ts';
import { storedPayload } from './delivery-payloads.ts';
import type { WebhookRecord } from './webhooks.ts';

const unlisted = (delivery: DeliveryRecord) => ({
  ...kept(delivery),
  ...dueFields(delivery, delivery.next_attempt_at),
});

/**
 * Owes a receiver the conclusion of a call, in the transaction of its end. Should the conclusion not come, the sweep
 * finds this at `due`.
 */
export const oweDelivery = (
  webhook: WebhookRecord,
  event: Omit<OutgoingEvent, 'payload'>,
  callId: string,
  { now, due }: { now: Date; due: Date },
): PutOperation => ({
  put: unlisted({
    ...newDelivery(webhook, { ...event, payload: {} }, now),
    next_attempt_at: due.toISOString(),
    awaits_call: callId,
  }),
  when: [absent('pk')],
});

/** Whether the conclusion of a call that this was to tell is still owed. */
export const isOwed = (delivery: DeliveryRecord | undefined): delivery is DeliveryRecord & { awaits_call: string } =>
  delivery?.awaits_call !== undefined;

/** Makes what was owed an event that is due. Of two at once the second loses. */
export const payDelivery = (owed: DeliveryRecord, payload: object, now: Date): Change<DeliveryRecord, PutOperation> => {
  const { awaits_call: callId, ...delivery } = owed;
  const at = now.toISOString();
  const after = { ...delivery, payload: storedPayload(payload), next_attempt_at: at, created_at: at };
  return { operation: { put: listedAndSwept(after), when: [equals('awaits_call', callId)] }, after };
};
