import * as z from 'zod';
import { pickPlanName } from '#shared/domain/billing/allowance.ts';
import type {
  BillingEvent,
  BillingEventType,
  Stage,
  Standing,
  SubscriptionStatus,
} from '#shared/domain/billing/event.ts';
import { Flag, Id, looseList, looseObject, Text, UnixSeconds } from '#shared/providers/billing/event-fields.ts';

/** Smallest currency unit; negative for a credit. */
const Amount = z.number().nullish().catch(null);
const Metadata = looseObject({ team_id: Id, plan_name: Text });
/** A product is an id, unless Stripe expanded it. */
const Product = looseObject({ name: Text });
const Price = looseObject({ id: Id, lookup_key: Text, nickname: Text, product: Product, metadata: Metadata });
type Price = z.infer<typeof Price>;

const StripeEvent = z.object({
  id: z.string().min(1),
  type: z.string(),
  created: UnixSeconds,
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
  // Since API version 2025-03-31 only the items have a period.
  current_period_start: UnixSeconds,
  current_period_end: UnixSeconds,
  items: looseList({ price: Price, current_period_start: UnixSeconds, current_period_end: UnixSeconds }),
});
type Subscription = z.infer<typeof Subscription>;

const SubscriptionDetails = looseObject({ subscription: Id, metadata: Metadata });
const Invoice = z.object({
  customer: Id,
  // Since API version 2025-03-31 the subscription is under `parent`.
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

/** The first payment is outstanding or was never made, so the account has no subscription yet. */
const UNBEGUN_STATUSES: readonly (string | null | undefined)[] = ['incomplete', 'incomplete_expired'];

const isoOfUnix = (seconds: number | null | undefined): string | null =>
  seconds == null ? null : new Date(seconds * 1_000).toISOString();

const namesOf = (price: Price): (string | null | undefined)[] => [
  price?.nickname,
  price?.lookup_key,
  price?.product?.name,
  price?.metadata?.plan_name,
];

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

const isWithdrawn = (subscription: Subscription, previous: Record<string, unknown>): boolean =>
  (previous.cancel_at_period_end === true || typeof previous.cancel_at === 'number') &&
  !endsWithPeriod(subscription, readSubscriptionPeriod(subscription).end);

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

const stageOf = (event: StripeEvent, type: BillingEventType, subscription: Subscription): Stage => {
  if (event.type === 'customer.subscription.deleted') return 'ended';
  if (isWithdrawn(subscription, event.data.previous_attributes ?? {})) return 'resumed';
  if (type === 'subscription.cancelled') return 'cancelled';
  return type === 'subscription.created' ? 'created' : 'changed';
};

const statusOf = (event: StripeEvent, subscription: Subscription): SubscriptionStatus | null => {
  if (event.type === 'customer.subscription.deleted') return 'cancelled';
  const reported = statuses.get(subscription.status) ?? null;
  const { end } = readSubscriptionPeriod(subscription);
  return reported === 'active' && endsWithPeriod(subscription, end) ? 'cancelled' : reported;
};

const standingOf = (event: StripeEvent, type: BillingEventType, subscription: Subscription): Standing | null => {
  if (UNBEGUN_STATUSES.includes(subscription.status)) return null;
  if (type === 'subscription.expired') return 'expired';
  const { end } = readSubscriptionPeriod(subscription);
  return endsWithPeriod(subscription, end) ? 'cancelled' : statusOf(event, subscription);
};

const readSubscription = (event: StripeEvent): BillingEvent | null => {
  const subscription = Subscription.safeParse(event.data.object).data;
  const type = subscription && subscriptionType(event, subscription);
  if (!type) return null;
  const { start, end } = readSubscriptionPeriod(subscription);
  const prices = (subscription.items?.data ?? []).map(({ price }) => price);
  const endedAt = event.type === 'customer.subscription.deleted' ? subscription.ended_at : null;
  return {
    provider: 'stripe',
    id: event.id,
    type,
    occurred_at: isoOfUnix(event.created),
    standing: standingOf(event, type, subscription),
    stage: stageOf(event, type, subscription),
    tells_period_start: true,
    price_id: prices[0]?.id ?? null,
    data: {
      subscription_id: subscription.id,
      customer_id: subscription.customer ?? null,
      plan_name: pickPlanName([...prices.flatMap(namesOf), subscription.metadata?.plan_name]),
      status: statusOf(event, subscription),
      current_period_start: isoOfUnix(start),
      current_period_end: isoOfUnix(endedAt != null && end != null ? Math.min(endedAt, end) : (endedAt ?? end)),
      metadata: { team_id: subscription.metadata?.team_id ?? null },
    },
  };
};

const readInvoice = (event: StripeEvent, type: BillingEventType): BillingEvent | null => {
  const invoice = Invoice.safeParse(event.data.object).data;
  const details = invoice?.parent?.subscription_details ?? invoice?.subscription_details;
  const subscriptionId = details?.subscription ?? invoice?.subscription;
  if (!invoice || !subscriptionId) return null;
  // Within one period, the charge for the new plan sorts before a prorated credit for the old one.
  const lines = (invoice.lines?.data ?? [])
    .map(({ period, pricing, price, amount }) => ({
      start: period?.start,
      end: period?.end,
      amount: amount ?? 0,
      priceId: price?.id ?? pricing?.price_details?.price,
      names: namesOf(price),
    }))
    .sort((left, right) => latestFirst(left, right) || right.amount - left.amount);
  const [latest] = lines;
  return {
    provider: 'stripe',
    id: event.id,
    type,
    occurred_at: isoOfUnix(event.created),
    standing: null,
    stage: 'changed',
    price_id: latest?.priceId ?? null,
    data: {
      subscription_id: subscriptionId,
      customer_id: invoice.customer ?? null,
      plan_name: pickPlanName([...lines.flatMap(({ names }) => names), details?.metadata?.plan_name]),
      status: null,
      current_period_start: isoOfUnix(latest?.start),
      current_period_end: isoOfUnix(latest?.end),
      metadata: { team_id: details?.metadata?.team_id ?? null },
    },
  };
};

/**
 * A verified Stripe event as one of our six types; null for any other. A cancellation is `cancelled` from its
 * announcement on, as at Lemon Squeezy; one that takes effect early ends its period at that instant.
 */
export const normaliseStripeEvent = (event: unknown): BillingEvent | null => {
  const stripeEvent = StripeEvent.safeParse(event).data;
  if (!stripeEvent) return null;
  const { type } = stripeEvent;
  // `invoice.payment_succeeded` comes with `invoice.paid` and would count a payment twice.
  if (type === 'invoice.paid' || type === 'invoice.payment_failed') {
    return readInvoice(stripeEvent, type);
  }
  return readSubscription(stripeEvent);
};
