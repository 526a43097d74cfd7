import { planNamed } from '#shared/domain/billing/allowance.ts';
import type { BillingEvent } from '#shared/domain/billing/event.ts';
import { billingPayload, foldBillingEvent, planAfter } from '#shared/domain/billing/subscription.ts';
import { derivedId } from '#shared/domain/ids.ts';
import { type AnnouncePorts, sendDeliveries } from '#shared/engine/webhook/announce.ts';
import type { DeliveryReference } from '#shared/store/delivery/deliveries.ts';
import { deliveriesOf } from '#shared/store/delivery/delivery-messages.ts';
import { getWebhook } from '#shared/store/delivery/webhooks.ts';
import {
  changeBilling,
  findBilledAccount,
  letEventWait,
  readWaitingEvents,
  receiveEvent,
} from '#shared/store/subscriptions.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';

/**
 * `unchanged`: late, or irrelevant to the subscription. `duplicate`: received before. `waiting`: names no known team or
 * subscription; applied after the first event that says whose subscription it is.
 */
type BillingEventResult = 'changed' | 'unchanged' | 'duplicate' | 'waiting';

interface Applied {
  result: BillingEventResult;
  references: DeliveryReference[];
}

const apply = async ({ table }: AnnouncePorts, eventId: string, event: BillingEvent, now: Date): Promise<Applied> => {
  const billed = await findBilledAccount(table, eventId, event);
  if (billed === 'duplicate') return { result: 'duplicate', references: [] };
  if (billed === 'nobody') {
    await table.transact(letEventWait(eventId, event, now));
    return { result: 'waiting', references: [] };
  }
  const { account, teamId } = billed;
  const folded = foldBillingEvent(account.subscriptions ?? [], event, now);
  const changes = folded && { subscriptions: folded, plan: planAfter(account, folded, now) };
  const payload = billingPayload(event, teamId, { ...account, ...changes }, now);
  const webhook = await getWebhook(table, account.account_id, 'billing');
  const { operations, references } = deliveriesOf(webhook, [{ id: eventId, type: event.type, payload }], now);
  await table.transact([
    ...receiveEvent(eventId, event, billed, now),
    ...(changes ? [changeBilling(account, changes)] : []),
    ...operations,
  ]);
  return { result: changes ? 'changed' : 'unchanged', references };
};

const applyAndSend = async (ports: AnnouncePorts, event: BillingEvent, now: Date): Promise<BillingEventResult> => {
  const eventId = derivedId('evt', event.provider, event.id);
  const { result, references } = await retryingLostRaces(ports.table, () => apply(ports, eventId, event, now));
  if (result === 'changed' && planNamed(event.data.plan_name) === null) {
    const { type, price_id } = event;
    ports.log.warn('A billing event names a price of no known plan; the account keeps its plan.', { type, price_id });
  }
  await sendDeliveries(ports, references);
  return result;
};

/**
 * Folds a verified event into the account's subscriptions and plan, once, and writes its delivery in the same
 * transaction. Late and irrelevant events are delivered too. Then applies the events that waited for this subscription,
 * also after a duplicate, since the first copy may have crashed before them.
 */
export const applyBillingEvent = async (
  ports: AnnouncePorts,
  event: BillingEvent,
  now: Date,
): Promise<BillingEventResult> => {
  const result = await applyAndSend(ports, event, now);
  if (result === 'waiting') return result;
  for (const waiting of await readWaitingEvents(ports.table, event)) await applyAndSend(ports, waiting, now);
  return result;
};
