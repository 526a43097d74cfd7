import { isDeepStrictEqual } from 'node:util';
import { type Allowance, allowanceOf, PLANS, type PlanHolder, type PlanName, planNamed } from './allowance.ts';
import { type BillingEvent, type BillingProvider, STAGES, type Standing, type SubscriptionStatus } from './event.ts';

/** A subscription as the billing events so far have told it. */
export interface Subscription {
  provider: BillingProvider;
  /** At the provider. */
  subscription_id: string;
  customer_id: string | null;
  /** One of the product's plans, or the provider's own name when that stands for none of them. */
  plan_name: string | null;
  status: Standing;
  current_period_start: string | null;
  current_period_end: string | null;
  /** Time and rank of the latest event folded in: an older one is no news. */
  event_at: string;
  event_rank: number;
}

const told = (
  { provider, data, standing, stage, occurred_at }: BillingEvent,
  receivedAt: string,
): Subscription | null =>
  standing && {
    provider,
    subscription_id: data.subscription_id,
    customer_id: data.customer_id,
    plan_name: planNamed(data.plan_name) ?? data.plan_name,
    status: standing,
    current_period_start: data.current_period_start,
    current_period_end: data.current_period_end,
    event_at: occurred_at ?? receivedAt,
    event_rank: STAGES.indexOf(stage),
  };

const isOlder = (one: Subscription, other: Subscription): boolean =>
  one.event_at === other.event_at ? one.event_rank < other.event_rank : one.event_at < other.event_at;

/** Lemon Squeezy tells the end of a period only: the period began when the one before it ended. */
const inferredStart = (end: string | null, newer: Subscription, older: Subscription): string | null =>
  [newer, older]
    .flatMap(({ current_period_start, current_period_end }) => [current_period_start, current_period_end])
    .filter((instant) => instant !== null)
    .filter((instant) => end === null || instant < end)
    .sort()
    .at(-1) ?? null;

/** The newer one, with what only the older one knows. */
const merged = (newer: Subscription, older: Subscription): Subscription => {
  const current_period_end = newer.current_period_end ?? older.current_period_end;
  return {
    ...newer,
    customer_id: newer.customer_id ?? older.customer_id,
    plan_name: newer.plan_name ?? older.plan_name,
    current_period_start:
      newer.provider === 'lemon_squeezy'
        ? inferredStart(current_period_end, newer, older)
        : (newer.current_period_start ?? older.current_period_start),
    current_period_end,
  };
};

const isOf =
  ({ provider, data }: Pick<BillingEvent, 'provider' | 'data'>) =>
  (subscription: Subscription): boolean =>
    subscription.provider === provider && subscription.subscription_id === data.subscription_id;

/**
 * The account's subscriptions after an event; null when it changes none of them. The result does not depend on the order
 * in which events arrive: each subscription is what its latest event says. Events that are equally late replace one another.
 */
export const foldBillingEvent = (
  subscriptions: readonly Subscription[],
  event: BillingEvent,
  receivedAt: Date,
): Subscription[] | null => {
  const news = told(event, receivedAt.toISOString());
  if (!news) return null;
  const known = subscriptions.find(isOf(event));
  if (!known) return [...subscriptions, news];
  const after = isOlder(news, known) ? merged(known, news) : merged(news, known);
  return isDeepStrictEqual(after, known) ? null : subscriptions.map((each) => (each === known ? after : each));
};

const STANDINGS: readonly Standing[] = ['expired', 'cancelled', 'past_due', 'active'];

/** Sorts by what counts most: the standing, of live ones the larger plan, then the latest event. */
const weightOf = ({ status, plan_name, event_at, subscription_id }: Subscription): string => {
  const plan = status === 'expired' ? null : planNamed(plan_name);
  const planSize = plan === null ? 0 : PLANS.indexOf(plan) + 1;
  return [STANDINGS.indexOf(status), planSize, event_at, subscription_id].join('#');
};

/**
 * Of all subscriptions an account ever had, the one that counts; null when it never had any. An account has several when
 * it changes plans by subscribing anew: the end of the one it left does not touch the one it has.
 */
export const currentSubscription = (subscriptions: readonly Subscription[] = []): Subscription | null =>
  subscriptions.reduce<Subscription | null>(
    (current, each) => (current === null || weightOf(each) > weightOf(current) ? each : current),
    null,
  );

/** An account as its billing sees it. */
export interface Subscriber extends PlanHolder {
  subscriptions?: readonly Subscription[];
}

/** What an account may own at `now`, by its plan and its subscriptions. */
export const allowanceAt = (account: Subscriber, now: Date): Allowance =>
  allowanceOf(account, currentSubscription(account.subscriptions), now);

/**
 * The plan of an account after its subscriptions changed at `now`: a price whose names stand for no plan leaves the one in
 * force, which is not that of a subscription that has ended.
 */
export const planAfter = (account: Subscriber, subscriptions: readonly Subscription[], now: Date): PlanName => {
  const current = currentSubscription(subscriptions);
  if (!current) return account.plan;
  return current.status === 'expired' ? 'free' : (planNamed(current.plan_name) ?? allowanceAt(account, now).planName);
};

const outward = (standing: Standing): SubscriptionStatus => (standing === 'expired' ? 'cancelled' : standing);

/**
 * The event as the receiver of an account gets it: what the provider left out is taken from what is known of the
 * subscription by now, and its plan at last from the account.
 */
export const billingPayload = (event: BillingEvent, teamId: string, account: Subscriber, now: Date) => {
  const { type, data } = event;
  const known = account.subscriptions?.find(isOf(event));
  const current_period_end = data.current_period_end ?? known?.current_period_end ?? null;
  const knownStart = known?.current_period_end === current_period_end ? known?.current_period_start : null;
  const knownPlan = known?.plan_name ?? data.plan_name ?? allowanceAt(account, now).planName;
  const knownStatus = type === 'invoice.payment_failed' ? 'past_due' : outward(known?.status ?? 'active');
  return {
    type,
    data: {
      subscription_id: data.subscription_id,
      customer_id: data.customer_id ?? known?.customer_id ?? null,
      plan_name: planNamed(data.plan_name) ?? knownPlan,
      status: data.status ?? knownStatus,
      current_period_start: data.current_period_start ?? knownStart ?? null,
      current_period_end,
      metadata: { team_id: teamId },
    },
  };
};
