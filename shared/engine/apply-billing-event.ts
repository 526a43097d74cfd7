import { planNamed } from '#shared/domain/allowance.ts';
import type { BillingEvent } from '#shared/domain/billing-event.ts';
import { billingPayload, foldBillingEvent, planAfter } from '#shared/domain/subscription.ts';
import { derivedId } from '#shared/runtime/ids.ts';
import { deliveriesOf } from '#shared/store/deliveries.ts';
import { retryingLostRaces } from '#shared/store/lost-races.ts';
import { changeBilling, findBilledAccount, receiveEvent } from '#shared/store/subscriptions.ts';
import { getWebhook } from '#shared/store/webhooks.ts';
import { type AnnouncePorts, sendDeliveries } from './announce.ts';

/**
 * `unchanged`: late, or without consequence for the subscription. `duplicate`: received before. `nobody`: names neither a
 * known team nor a known subscription; it is not remembered, so it can be sent again once there is one.
 */
export type BillingEventResult = 'changed' | 'unchanged' | 'duplicate' | 'nobody';

interface Round {
  result: BillingEventResult;
  deliveryIds: string[];
}

const round = async ({ table }: AnnouncePorts, eventId: string, event: BillingEvent, now: Date): Promise<Round> => {
  const billed = await findBilledAccount(table, eventId, event);
  if (typeof billed === 'string') return { result: billed, deliveryIds: [] };
  const { account, teamId } = billed;
  const { subscriptions = [] } = account;
  const folded = foldBillingEvent(subscriptions, event, now);
  const payload = billingPayload(event, teamId, folded ?? subscriptions);
  const webhook = await getWebhook(table, account.account_id, 'billing');
  const { operations, deliveryIds } = deliveriesOf(webhook, [{ id: eventId, type: event.type, payload }], now);
  const changes = folded
    ? changeBilling(billed, event, { subscriptions: folded, plan: planAfter(account.plan, folded) })
    : [];
  await table.transact([receiveEvent(eventId, now), ...changes, ...operations]);
  return { result: folded ? 'changed' : 'unchanged', deliveryIds };
};

/**
 * Folds a verified event into the account's subscriptions and plan, once, in one transaction with its delivery to the
 * account's own receiver. One that is late or changes nothing is delivered all the same: each is news to the receiver.
 */
export const applyBillingEvent = async (
  ports: AnnouncePorts,
  event: BillingEvent,
  now: Date,
): Promise<BillingEventResult> => {
  const eventId = derivedId('evt', event.provider, event.id);
  const { result, deliveryIds } = await retryingLostRaces(() => round(ports, eventId, event, now));
  if (result === 'changed' && planNamed(event.data.plan_name) === null) {
    const { type, price_id } = event;
    ports.log.warn('A price stands for none of the plans; the account keeps the plan it has.', { type, price_id });
  }
  await sendDeliveries(ports, deliveryIds);
  return result;
};
