import { isDeepStrictEqual } from 'node:util';
import { type Allowance, allowanceOf, PLANS, type PlanHolder, type PlanName, planNamed } from './allowance.ts';
import {
  type BillingEvent,
  type BillingProvider,
  STAGES,
  STANDINGS,
  type Standing,
  type SubscriptionStatus,
} from './event.ts';

/** A subscription as the billing events so far describe it. */
export interface Subscription {
  provider: BillingProvider;
  /** The provider's id. */
  subscription_id: string;
  customer_id: string | null;
  /** One of our plans, or the provider's name when it matches none. */
  plan_name: string | null;
  status: Standing;
  current_period_start: string | null;
  current_period_end: string | null;
  /** Time and rank of the latest folded event; older events only fill gaps. */
  event_at: string;
  event_rank: number;
}

const subscriptionAfter = (
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

/** For a provider that sends only the end of a period, which starts when the one before it ends. */
const inferredStart = (end: string | null, newer: Subscription, older: Subscription): string | null =>
  [newer, older]
    .flatMap(({ current_period_start, current_period_end }) => [current_period_start, current_period_end])
    .filter((instant) => instant !== null)
    .filter((instant) => end === null || instant < end)
    .sort()
    .at(-1) ?? null;

/** The newer one, with its gaps filled from the older one. */
const merged = (newer: Subscription, older: Subscription, { tells_period_start }: BillingEvent): Subscription => {
  const current_period_end = newer.current_period_end ?? older.current_period_end;
  return {
    ...newer,
    customer_id: newer.customer_id ?? older.customer_id,
    plan_name: newer.plan_name ?? older.plan_name,
    current_period_start: tells_period_start
      ? (newer.current_period_start ?? older.current_period_start)
      : inferredStart(current_period_end, newer, older),
    current_period_end,
  };
};

const isOf =
  ({ provider, data }: Pick<BillingEvent, 'provider' | 'data'>) =>
  (subscription: Subscription): boolean =>
    subscription.provider === provider && subscription.subscription_id === data.subscription_id;

/**
 * The account's subscriptions after an event; null when it changes none of them. The order of arrival does not matter,
 * because each subscription follows its latest event. Events of equal time and rank replace one another.
 */
export const foldBillingEvent = (
  subscriptions: readonly Subscription[],
  event: BillingEvent,
  receivedAt: Date,
): Subscription[] | null => {
  const update = subscriptionAfter(event, receivedAt.toISOString());
  if (!update) return null;
  const stored = subscriptions.find(isOf(event));
  if (!stored) return [...subscriptions, update];
  const after = isOlder(update, stored) ? merged(stored, update, event) : merged(update, stored, event);
  return isDeepStrictEqual(after, stored) ? null : subscriptions.map((each) => (each === stored ? after : each));
};

/** A sort key: the standing, then the larger plan unless expired, then the latest event. */
const weightOf = ({ status, plan_name, event_at, subscription_id }: Subscription): string => {
  const plan = status === 'expired' ? null : planNamed(plan_name);
  const planSize = plan === null ? 0 : PLANS.indexOf(plan) + 1;
  return [STANDINGS.length - STANDINGS.indexOf(status), planSize, event_at, subscription_id].join('#');
};

/**
 * The subscription that counts among all that an account ever had; null when it had none. Changing plans by subscribing
 * anew leaves several, and the end of the old one must not affect the new one.
 */
export const currentSubscription = (subscriptions: readonly Subscription[] = []): Subscription | null =>
  subscriptions.reduce<Subscription | null>(
    (current, each) => (current === null || weightOf(each) > weightOf(current) ? each : current),
    null,
  );

/** The billing facts about an account. */
export interface Subscriber extends PlanHolder {
  subscriptions?: readonly Subscription[];
}

/** What an account may own at `now`, by its plan and its subscriptions. */
export const allowanceAt = (account: Subscriber, now: Date): Allowance =>
  allowanceOf(account, currentSubscription(account.subscriptions), now);

/**
 * The account's plan after its subscriptions changed at `now`. A price whose names match no plan keeps the plan in
 * force, unless that belongs to a subscription that has ended.
 */
export const planAfter = (account: Subscriber, subscriptions: readonly Subscription[], now: Date): PlanName => {
  const current = currentSubscription(subscriptions);
  if (!current) return account.plan;
  return current.status === 'expired' ? 'free' : (planNamed(current.plan_name) ?? allowanceAt(account, now).planName);
};

const publicStatus = (standing: Standing): SubscriptionStatus => (standing === 'expired' ? 'cancelled' : standing);

/**
 * The event as sent to the account's receiver. Missing fields come from the stored subscription; a missing plan comes
 * from the account at last.
 */
export const billingPayload = (event: BillingEvent, teamId: string, account: Subscriber, now: Date) => {
  const { type, data } = event;
  const stored = account.subscriptions?.find(isOf(event));
  const current_period_end = data.current_period_end ?? stored?.current_period_end ?? null;
  const storedStart = stored?.current_period_end === current_period_end ? stored?.current_period_start : null;
  const fallbackPlan = stored?.plan_name ?? data.plan_name ?? allowanceAt(account, now).planName;
  const fallbackStatus = type === 'invoice.payment_failed' ? 'past_due' : publicStatus(stored?.status ?? 'active');
  return {
    type,
    data: {
      subscription_id: data.subscription_id,
      customer_id: data.customer_id ?? stored?.customer_id ?? null,
      plan_name: planNamed(data.plan_name) ?? fallbackPlan,
      status: data.status ?? fallbackStatus,
      current_period_start: data.current_period_start ?? storedStart ?? null,
      current_period_end,
      metadata: { team_id: teamId },
    },
  };
};
