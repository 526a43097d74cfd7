import type { PutOperation } from '#shared/store/table/table.ts';
import {
  type DeliveryRecord,
  type DeliveryReference,
  newDelivery,
  type OutgoingEvent,
  putDelivery,
  UNTRIED,
  type UnsentDelivery,
} from './deliveries.ts';
import { payloadText } from './delivery-payloads.ts';
import type { WebhookRecord } from './webhooks.ts';

/** Ten of them fit well into one request to the queue. */
const UNSENT_PAYLOAD_MAX_BYTES = 8 * 1024;

export const referenceOf = ({ id, account_id }: Pick<DeliveryRecord, 'id' | 'account_id'>): DeliveryReference => ({
  delivery_id: id,
  account_id,
});

/** The reference of a delivery that is being written, for its first message. */
export const firstReferenceOf = (delivery: DeliveryRecord): DeliveryReference => {
  const { kind, event_id } = delivery;
  const payload = payloadText(delivery);
  if (Buffer.byteLength(payload) > UNSENT_PAYLOAD_MAX_BYTES) return referenceOf(delivery);
  return { ...referenceOf(delivery), unsent: { kind, event_id, payload } };
};

/** A delivery as it was written, if its message tells enough: whether it is still so, the lease finds out. */
export const unsentDelivery = ({ delivery_id, account_id, unsent }: DeliveryReference): UnsentDelivery | undefined =>
  unsent && { ...unsent, id: delivery_id, account_id, attempts: [], ...UNTRIED };

/**
 * The outbox rows of events, for the transaction of the change that they announce; none if the account has no receiver.
 * Queue the references after the transaction.
 */
export const deliveriesOf = (
  webhook: WebhookRecord | undefined,
  events: OutgoingEvent[],
  now: Date,
  put: (delivery: DeliveryRecord) => PutOperation = putDelivery,
): { operations: PutOperation[]; references: DeliveryReference[] } => {
  if (!webhook?.enabled) return { operations: [], references: [] };
  const deliveries = events.map((event) => newDelivery(webhook, event, now));
  return { operations: deliveries.map(put), references: deliveries.map(firstReferenceOf) };
};
