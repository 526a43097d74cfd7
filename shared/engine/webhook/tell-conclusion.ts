import { derivedId } from '#shared/domain/ids.ts';
import { CONCLUDED } from '#shared/domain/webhook/extra-events.ts';
import { ConcludedCall } from '#shared/schemas/call.ts';
import { withWordsSoFar } from '#shared/store/call/call-words.ts';
import { type CallRecord, getCall, toCall } from '#shared/store/call/calls.ts';
import {
  type DeliveryRecord,
  type DeliveryReference,
  deliveryIdOf,
  getDelivery,
  type OutgoingEvent,
} from '#shared/store/delivery/deliveries.ts';
import { deliveriesOf, firstReferenceOf } from '#shared/store/delivery/delivery-messages.ts';
import { isOwed, oweDelivery, payDelivery } from '#shared/store/delivery/owed-deliveries.ts';
import { extraEventsOf, type SetWebhook } from '#shared/store/delivery/webhooks.ts';
import { writeIfUnchanged } from '#shared/store/table/conditional-write.ts';
import type { PutOperation, TableReader, TableWriter } from '#shared/store/table/table.ts';

/** Outbox rows for a transaction, and what to queue after it. */
interface Told {
  operations: PutOperation[];
  references: DeliveryReference[];
}

const NOTHING: Told = { operations: [], references: [] };

const payloadOf = (call: CallRecord) => ({ type: CONCLUDED, data: ConcludedCall.parse(toCall(call)) });

const eventIdOf = (callId: string): string => derivedId('evt', callId, CONCLUDED);

/**
 * Tells a receiver that asked for it of a call that has just ended: at once if there will be no conclusion, or else it
 * is owed, and told with the conclusion.
 */
export const tellOfEnd = (
  webhook: SetWebhook | undefined,
  call: CallRecord,
  news: 'concluded' | { awaitedUntil: Date },
  now: Date,
  put: (delivery: DeliveryRecord) => PutOperation,
): Told => {
  if (!webhook?.enabled || !extraEventsOf(webhook).includes(CONCLUDED)) return NOTHING;
  const event: OutgoingEvent = { id: eventIdOf(call.id), type: CONCLUDED, payload: {} };
  if (news === 'concluded') return deliveriesOf(webhook, [{ ...event, payload: payloadOf(call) }], now, put);
  const owed = oweDelivery(webhook, event, call.id, { now, due: news.awaitedUntil });
  return { operations: [owed], references: [] };
};

/** Pays what is owed of a call, for the transaction of its conclusion. */
export const tellOfConclusion = async (table: TableReader, concluded: CallRecord, now: Date): Promise<Told> => {
  const owed = await getDelivery(table, deliveryIdOf(eventIdOf(concluded.id)));
  if (!isOwed(owed)) return NOTHING;
  const { operation, after } = payDelivery(owed, payloadOf(concluded), now);
  return { operations: [operation], references: [firstReferenceOf(after)] };
};

/** Pays what is owed of a call whose conclusion did not come. Undefined if it came this moment. */
export const tellOfOverdue = async (
  table: TableWriter,
  owed: DeliveryRecord & { awaits_call: string },
  now: Date,
): Promise<DeliveryRecord | undefined> => {
  const call = await getCall(table, owed.awaits_call);
  return call && writeIfUnchanged(table, payDelivery(owed, payloadOf(await withWordsSoFar(table, call)), now));
};
