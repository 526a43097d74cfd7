import * as z from 'zod';
import {
  type BillingEvent,
  type BillingEventType,
  Flag,
  Id,
  looseList,
  looseObject,
  pickPlanName,
  type SubscriptionStatus,
  Text,
  UnixSeconds,
} from './billing-event.ts';

/** Smallest currency unit; negative for a credit. */
const Amount = z.number().nullish().catch(null);
const Metadata = looseObject({ team_id: Id, plan_name: Text });
const Price = looseObject({ id: Id, lookup_key: Text, nickname: Text });
type Price = z.infer<typeof Price>;

const StripeEvent = z.object({
  id: z.string().min(1),
  type: z.string(),
  data: z.object({
    object: z.record(z.string(), z.unknown()),
    previous_attributes: z.record(z.string(), z.unknown()).nullish().catch(null),
  }),
});
type StripeEvent = z.infer<typeof StripeEvent>;

const Subscription = z.object({
  id: z.string().min(1),
  customer: Id,
  status: Text,
  metadata: Metadata,
  cancel_at_period_end: Flag,
  cancel_at: UnixSeconds,
  ended_at: UnixSeconds,
  // Since API version 2025-03-31 the period is a matter of the items.
  current_period_start: UnixSeconds,
  current_period_end: UnixSeconds,
  items: looseList({ price: Price, current_period_start: UnixSeconds, current_period_end: UnixSeconds }),
});
type Subscription = z.infer<typeof Subscription>;

const SubscriptionDetails = looseObject({ subscription: Id, metadata: Metadata });
const Invoice = z.object({
  customer: Id,
  // Since API version 2025-03-31 the subscription stands under `parent`.
  parent: looseObject({ subscription_details: SubscriptionDetails }),
  subscription: Id,
  subscription_details: SubscriptionDetails,
  lines: looseList({
    amount: Amount,
    period: looseObject({ start: UnixSeconds, end: UnixSeconds }),
    pricing: looseObject({ price_details: looseObject({ price: Id }) }),
    price: Price,
  }),
});

/** Billing provider's price id -> plan name: Stripe's events name a price but not its product. */
export type PlanNamesByPrice = Record<string, string>;

const statuses = new Map<string | null | undefined, SubscriptionStatus>([
  ['active', 'active'],
  ['trialing', 'active'],
  ['past_due', 'past_due'],
  ['unpaid', 'past_due'],
  ['incomplete', 'past_due'],
  ['paused', 'past_due'],
  ['canceled', 'cancelled'],
  ['incomplete_expired', 'cancelled'],
]);

const isoOfUnix = (seconds: number | null | undefined): string | null =>
  seconds == null ? null : new Date(seconds * 1_000).toISOString();

const planOfPrice = (price: Price, planNames: PlanNamesByPrice): string | null =>
  (price?.id && Object.hasOwn(planNames, price.id) ? planNames[price.id] : null) ??
  price?.lookup_key ??
  price?.nickname ??
  null;

interface Period {
  start: number | null | undefined;
  end: number | null | undefined;
}

const latestFirst = (left: Period, right: Period): number => (right.end ?? 0) - (left.end ?? 0);

const readSubscriptionPeriod = (subscription: Subscription): Period => {
  const whole = { start: subscription.current_period_start, end: subscription.current_period_end };
  const periods = (subscription.items?.data ?? []).map((item) => ({
    start: item.current_period_start ?? whole.start,
    end: item.current_period_end ?? whole.end,
  }));
  return periods.sort(latestFirst)[0] ?? whole;
};

const endsWithPeriod = ({ cancel_at_period_end, cancel_at }: Subscription, periodEnd: number | null | undefined) =>
  cancel_at_period_end === true || (cancel_at != null && periodEnd != null && cancel_at <= periodEnd);

const isNewlyCancelled = (subscription: Subscription, previous: Record<string, unknown>): boolean =>
  (subscription.cancel_at_period_end === true && previous.cancel_at_period_end === false) ||
  (subscription.cancel_at != null && previous.cancel_at === null);

const subscriptionType = (event: StripeEvent, subscription: Subscription): BillingEventType | null => {
  const { end } = readSubscriptionPeriod(subscription);
  switch (event.type) {
    case 'customer.subscription.created':
      return 'subscription.created';
    case 'customer.subscription.updated':
      return isNewlyCancelled(subscription, event.data.previous_attributes ?? {})
        ? 'subscription.cancelled'
        : 'subscription.updated';
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return 'subscription.updated';
    case 'customer.subscription.deleted': {
      const ranItsPeriod = subscription.ended_at != null && end != null && subscription.ended_at >= end;
      return ranItsPeriod || endsWithPeriod(subscription, end) ? 'subscription.expired' : 'subscription.cancelled';
    }
    default:
      return null;
  }
};

const readSubscription = (event: StripeEvent, planNames: PlanNamesByPrice): BillingEvent | null => {
  const subscription = Subscription.safeParse(event.data.object).data;
  const type = subscription && subscriptionType(event, subscription);
  if (!type) return null;
  const { start, end } = readSubscriptionPeriod(subscription);
  const planNamesOfItems = (subscription.items?.data ?? []).map(({ price }) => planOfPrice(price, planNames));
  const hasEnded = event.type === 'customer.subscription.deleted';
  const reported = statuses.get(subscription.status) ?? null;
  const isAnnounced = reported === 'active' && endsWithPeriod(subscription, end);
  const endedAt = hasEnded ? subscription.ended_at : null;
  return {
    id: event.id,
    type,
    data: {
      subscription_id: subscription.id,
      customer_id: subscription.customer ?? null,
      plan_name: pickPlanName([...planNamesOfItems, subscription.metadata?.plan_name]),
      status: hasEnded || isAnnounced ? 'cancelled' : reported,
      current_period_start: isoOfUnix(start),
      current_period_end: isoOfUnix(endedAt != null && end != null ? Math.min(endedAt, end) : (endedAt ?? end)),
      metadata: { team_id: subscription.metadata?.team_id ?? null },
    },
  };
};

const readInvoice = (event: StripeEvent, type: BillingEventType, planNames: PlanNamesByPrice): BillingEvent | null => {
  const invoice = Invoice.safeParse(event.data.object).data;
  const details = invoice?.parent?.subscription_details ?? invoice?.subscription_details;
  const subscriptionId = details?.subscription ?? invoice?.subscription;
  if (!invoice || !subscriptionId) return null;
  // Of the lines for one period, a prorated credit for the plan left behind comes after the charge for the new one.
  const lines = (invoice.lines?.data ?? [])
    .map(({ period, pricing, price, amount }) => ({
      start: period?.start,
      end: period?.end,
      amount: amount ?? 0,
      planName: planOfPrice(price ?? { id: pricing?.price_details?.price }, planNames),
    }))
    .sort((left, right) => latestFirst(left, right) || right.amount - left.amount);
  const [latest] = lines;
  return {
    id: event.id,
    type,
    data: {
      subscription_id: subscriptionId,
      customer_id: invoice.customer ?? null,
      plan_name: pickPlanName([...lines.map(({ planName }) => planName), details?.metadata?.plan_name]),
      status: null,
      current_period_start: isoOfUnix(latest?.start),
      current_period_end: isoOfUnix(latest?.end),
      metadata: { team_id: details?.metadata?.team_id ?? null },
    },
  };
};

/**
 * A verified Stripe event as one of the product's six; null when it is none of them. An announced cancellation is
 * `cancelled` from the announcement on, as at Lemon Squeezy; one that took effect early ends its period at that instant.
 */
export const normaliseStripeEvent = (event: unknown, planNames: PlanNamesByPrice = {}): BillingEvent | null => {
  const stripeEvent = StripeEvent.safeParse(event).data;
  if (!stripeEvent) return null;
  const { type } = stripeEvent;
  // `invoice.payment_succeeded` accompanies `invoice.paid` and would count a payment twice.
  if (type === 'invoice.paid' || type === 'invoice.payment_failed') {
    return readInvoice(stripeEvent, type, planNames);
  }
  return readSubscription(stripeEvent, planNames);
};
