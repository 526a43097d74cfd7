import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { PlanName } from '#shared/domain/billing/allowance.ts';
import type { BillingEvent } from '#shared/domain/billing/event.ts';
import {
  currentSubscription,
  foldBillingEvent,
  planAfter,
  type Subscription,
} from '#shared/domain/billing/subscription.ts';
import { day, normalisedEvent as event } from '#test/harness/given/normalised-billing-events.ts';

const NOW = new Date('2026-12-01T00:00:00Z');

interface Billing {
  plan: PlanName;
  numbers_held: number;
  subscriptions: Subscription[];
}

const billingAfter = (events: BillingEvent[], plan: PlanName = 'free', now = NOW): Billing =>
  events.reduce<Billing>(
    (billing, each) => {
      const subscriptions = foldBillingEvent(billing.subscriptions, each, now);
      return subscriptions ? { numbers_held: 0, subscriptions, plan: planAfter(billing, subscriptions, now) } : billing;
    },
    { plan, numbers_held: 0, subscriptions: [] },
  );

const summary = (events: BillingEvent[], plan?: PlanName) => {
  const billing = billingAfter(events, plan);
  return [billing.plan, currentSubscription(billing.subscriptions)?.status];
};

const sorted = ({ plan, subscriptions }: Billing) => ({
  plan,
  current: currentSubscription(subscriptions),
  subscriptions: subscriptions.toSorted((one, other) => (one.subscription_id < other.subscription_id ? -1 : 1)),
});

const created = event({ type: 'subscription.created', standing: 'active', day: 1, plan: 'Starter' });
const upgraded = event({ type: 'subscription.updated', standing: 'active', day: 5 });
const late = event({ type: 'subscription.updated', standing: 'past_due', day: 33, start: day(32), end: day(60) });
const paid = event({ type: 'subscription.updated', standing: 'active', day: 34, start: day(32), end: day(60) });
const cancelled = event({
  type: 'subscription.cancelled',
  standing: 'cancelled',
  day: 40,
  start: day(32),
  end: day(60),
});
const expired = event({ type: 'subscription.expired', standing: 'expired', day: 60, start: day(32), end: day(60) });
const lifeCycle = [created, upgraded, late, paid, cancelled, expired];

const lemonSqueezyLifeCycle: BillingEvent[] = [
  { type: 'subscription.created' as const, standing: 'active' as const, day: 1, start: day(1), end: day(32) },
  { type: 'subscription.updated' as const, standing: 'active' as const, day: 1, start: null, end: day(32) },
  { type: 'subscription.updated' as const, standing: 'past_due' as const, day: 32, start: null, end: day(60) },
  { type: 'subscription.updated' as const, standing: 'active' as const, day: 33, start: null, end: day(60) },
  { type: 'subscription.updated' as const, standing: 'cancelled' as const, day: 40, start: null, end: day(60) },
  { type: 'subscription.cancelled' as const, standing: 'cancelled' as const, day: 40, start: null, end: day(60) },
].map((told) => event({ ...told, provider: 'lemon_squeezy' }));

const permutations = <T>(items: T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));

describe('a life cycle in order', () => {
  test.each([
    [1, 'starter', 'active'],
    [2, 'growth', 'active'],
    [3, 'growth', 'past_due'],
    [4, 'growth', 'active'],
    [5, 'growth', 'cancelled'],
    [6, 'free', 'expired'],
  ])('after %d of its events the plan is %s and the subscription %s', (count, plan, status) => {
    expect(summary(lifeCycle.slice(0, count))).toEqual([plan, status]);
  });

  test('Lemon Squeezy tells no period start: a period begins where the one before it ended', () => {
    const starts = lemonSqueezyLifeCycle.map((_, at) => billingAfter(lemonSqueezyLifeCycle.slice(0, at + 1)));
    expect(starts.map(({ subscriptions }) => subscriptions[0]?.current_period_start)).toEqual([
      day(1),
      day(1),
      ...Array<string>(4).fill(day(32)),
    ]);
  });
});

describe('out of order', () => {
  test.each([
    ['Stripe', lifeCycle],
    ['Lemon Squeezy', lemonSqueezyLifeCycle],
  ])('every permutation of a life cycle at %s ends in the same state', (_, events) => {
    const inOrder = sorted(billingAfter(events));
    for (const order of permutations(events)) expect(sorted(billingAfter(order))).toEqual(inOrder);
  });

  test('so does every order of two overlapping subscriptions with repetitions', () => {
    const second = [
      event({ type: 'subscription.created', standing: 'active', day: 3, subscription: 'sub_2', plan: 'Starter' }),
      event({ type: 'subscription.updated', standing: 'past_due', day: 7, subscription: 'sub_2', plan: 'Starter' }),
      event({ type: 'subscription.expired', standing: 'expired', day: 9, subscription: 'sub_2', plan: 'Starter' }),
    ];
    const every = [...lifeCycle, ...second];
    const some = fc.subarray(every, { minLength: 1 });
    const shuffled = some.chain((events) =>
      fc
        .shuffledSubarray([...events, ...events], { minLength: events.length, maxLength: events.length * 2 })
        .map((order) => ({ events, order: [...order, ...events.filter((each) => !order.includes(each))] })),
    );
    fc.assert(
      fc.property(shuffled, ({ events, order }) => {
        expect(sorted(billingAfter(order))).toEqual(sorted(billingAfter(events)));
      }),
      { numRuns: 2_000 },
    );
  });

  test('of two events in one second the one that ends the subscription is the later', () => {
    const end = event({ type: 'subscription.expired', standing: 'expired', day: 5 });
    expect(summary([end, upgraded])).toEqual(['free', 'expired']);
    expect(summary([upgraded, end])).toEqual(['free', 'expired']);
  });

  test('a cancellation taken back within its second is the earlier, but no end is, in every order', () => {
    const instant = { day: 5, subscription: 'sub_1' };
    const updated = event({ ...instant, type: 'subscription.updated', standing: 'cancelled' });
    const cancels = event({ ...instant, type: 'subscription.cancelled', standing: 'cancelled' });
    const resumes = event({ ...instant, type: 'subscription.updated', standing: 'active', stage: 'resumed' });
    const ends = event({ ...instant, type: 'subscription.cancelled', standing: 'cancelled', stage: 'ended' });
    for (const order of permutations([created, updated, cancels, resumes])) {
      expect(summary(order)).toEqual(['growth', 'active']);
    }
    for (const order of permutations([created, cancels, resumes, ends])) {
      expect(summary(order)).toEqual(['growth', 'cancelled']);
    }
  });

  test('an event that does not say when it happened counts as happening now', () => {
    expect(summary([created, { ...upgraded, occurred_at: null }])).toEqual(['growth', 'active']);
  });
});

describe('several subscriptions', () => {
  const second = event({ type: 'subscription.created', standing: 'active', day: 59, subscription: 'sub_2' });

  test('the end of the one that was left does not touch the one that replaced it', () => {
    const billing = billingAfter([created, second, expired]);
    expect([billing.plan, currentSubscription(billing.subscriptions)?.subscription_id]).toEqual(['growth', 'sub_2']);
  });

  test('when the current one ends, another that is live counts again', () => {
    const ended = event({ type: 'subscription.expired', standing: 'expired', day: 70, subscription: 'sub_2' });
    expect(summary([created, second, ended])).toEqual(['starter', 'active']);
  });

  test('a late event of an ended one does not bring it back', () => {
    expect(summary([expired, second, upgraded])).toEqual(['growth', 'active']);
    expect(currentSubscription(billingAfter([expired, upgraded]).subscriptions)?.status).toBe('expired');
  });

  test('the same id at the other provider is another subscription', () => {
    const other = event({ type: 'subscription.expired', standing: 'expired', day: 90, provider: 'lemon_squeezy' });
    expect(summary([created, other])).toEqual(['starter', 'active']);
  });
});

describe('what changes nothing', () => {
  const invoice = (type: 'invoice.paid' | 'invoice.payment_failed') =>
    event({ type, standing: null, day: 50, plan: null, start: null, end: null });

  test.each(['invoice.paid', 'invoice.payment_failed'] as const)('%s changes no subscription', (type) => {
    expect(foldBillingEvent(billingAfter([created]).subscriptions, invoice(type), NOW)).toBeNull();
  });

  test('a price that stands for no plan leaves the plan, and is shown', () => {
    const unknown = event({ type: 'subscription.updated', standing: 'active', day: 6, plan: 'Platinum' });
    expect(summary([created, unknown])).toEqual(['starter', 'active']);
    expect(currentSubscription(billingAfter([created, unknown]).subscriptions)?.plan_name).toBe('Platinum');
    expect(summary([unknown], 'growth')).toEqual(['growth', 'active']);
  });

  test('nor does it bring back the plan of a subscription that has ended', () => {
    const stopped = event({ type: 'subscription.cancelled', standing: 'cancelled', day: 6, end: day(6) });
    const unknown = event({
      type: 'subscription.created',
      standing: 'active',
      day: 7,
      subscription: '2',
      plan: 'Weird',
    });
    expect(summary([upgraded, stopped, unknown])).toEqual(['free', 'active']);
    const cancelledAtEnd = event({ type: 'subscription.cancelled', standing: 'cancelled', day: 6 });
    const [beforeItsEnd, afterIt] = [day(20), day(40)].map(
      (at) => billingAfter([upgraded, cancelledAtEnd, unknown], 'free', new Date(at)).plan,
    );
    expect([beforeItsEnd, afterIt]).toEqual(['growth', 'free']);
  });

  test('a repeated event changes nothing', () => {
    const { subscriptions } = billingAfter(lifeCycle);
    for (const each of lifeCycle) expect(foldBillingEvent(subscriptions, each, NOW)).toBeNull();
  });

  test('without any subscription the plan is the one the account was set up with', () => {
    expect([planAfter({ plan: 'growth', numbers_held: 0 }, [], NOW), currentSubscription()]).toEqual(['growth', null]);
  });
});
