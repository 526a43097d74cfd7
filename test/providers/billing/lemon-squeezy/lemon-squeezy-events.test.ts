import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { normaliseLemonSqueezyEvent } from '#shared/providers/billing/lemon-squeezy/lemon-squeezy-events.ts';

const START = '2026-06-01T00:00:00.000Z';
const END = '2026-07-01T00:00:00.000Z';

const lemonSqueezy = (event_name: string, attributes: object, type = 'subscriptions') => ({
  meta: { event_name, custom_data: { team_id: 'team_1' } },
  data: { type, id: '42', attributes },
});
const lemonSubscription = {
  customer_id: 7,
  product_name: 'Voice calling',
  variant_name: 'Growth',
  variant_id: 9,
  status: 'active',
  renews_at: '2026-07-01T00:00:00.000000Z',
  ends_at: null,
  created_at: START,
  updated_at: '2026-06-02T00:00:00.000000Z',
};

describe('subscriptions and invoices', () => {
  test('a new subscription is read completely', () => {
    expect(normaliseLemonSqueezyEvent(lemonSqueezy('subscription_created', lemonSubscription))).toEqual({
      provider: 'lemon_squeezy',
      id: expect.stringMatching(/^ls_[0-9a-f]{64}$/),
      type: 'subscription.created',
      occurred_at: '2026-06-02T00:00:00.000Z',
      standing: 'active',
      stage: 'created',
      price_id: '9',
      data: {
        subscription_id: '42',
        customer_id: '7',
        plan_name: 'Growth',
        status: 'active',
        current_period_start: START,
        current_period_end: END,
        metadata: { team_id: 'team_1' },
      },
    });
  });

  test.each([
    ['subscription_updated', 'subscription.updated', 'changed'],
    ['subscription_resumed', 'subscription.updated', 'resumed'],
    ['subscription_paused', 'subscription.updated', 'changed'],
    ['subscription_unpaused', 'subscription.updated', 'changed'],
    ['subscription_cancelled', 'subscription.cancelled', 'cancelled'],
    ['subscription_expired', 'subscription.expired', 'ended'],
  ])('%s is %s, without a period start', (name, type, stage) => {
    const event = normaliseLemonSqueezyEvent(lemonSqueezy(name, lemonSubscription));
    expect(event).toMatchObject({ type, stage, data: { current_period_start: null, current_period_end: END } });
  });

  test.each([
    ['on_trial', 'active', 'active'],
    ['past_due', 'past_due', 'past_due'],
    ['unpaid', 'past_due', 'past_due'],
    ['paused', 'past_due', 'past_due'],
    ['cancelled', 'cancelled', 'cancelled'],
    ['expired', 'cancelled', 'expired'],
    ['something_new', null, null],
  ])('status %s reads as %s and makes the subscription %s', (status, expected, standing) => {
    const event = normaliseLemonSqueezyEvent(lemonSqueezy('subscription_updated', { ...lemonSubscription, status }));
    expect([event?.data.status, event?.standing]).toEqual([expected, standing]);
  });

  test.each([
    ['subscription_cancelled', 'cancelled'],
    ['subscription_expired', 'expired'],
  ])('after %s the subscription is %s, whatever status comes with it', (name, standing) => {
    for (const status of ['active', 'something_new']) {
      const event = normaliseLemonSqueezyEvent(lemonSqueezy(name, { ...lemonSubscription, status }));
      expect(event).toMatchObject({ standing, data: { status: 'cancelled' } });
    }
  });

  test('a cancelled subscription ends when it says, not when it would have renewed', () => {
    const cancelled = { ...lemonSubscription, status: 'cancelled', ends_at: '2026-06-20T00:00:00.000000Z' };
    const event = normaliseLemonSqueezyEvent(lemonSqueezy('subscription_cancelled', cancelled));
    expect(event?.data.current_period_end).toBe('2026-06-20T00:00:00.000Z');
  });

  test('the plan is the product unless only the variant names one', () => {
    const planOf = (product_name: string, variant_name: string) =>
      normaliseLemonSqueezyEvent(
        lemonSqueezy('subscription_updated', { ...lemonSubscription, product_name, variant_name }),
      )?.data.plan_name;
    expect(planOf('Growth', 'Yearly')).toBe('Growth');
    expect(planOf('Voice', 'Starter')).toBe('Starter');
    expect(planOf('Voice', 'Default')).toBe('Voice');
  });

  test.each([
    ['subscription_payment_success', 'invoice.paid'],
    ['subscription_payment_failed', 'invoice.payment_failed'],
  ])('%s is %s of the subscription it names', (name, type) => {
    const attributes = { subscription_id: 42, customer_id: 7, status: 'paid' };
    const event = normaliseLemonSqueezyEvent(lemonSqueezy(name, attributes, 'subscription-invoices'));
    expect(event).toMatchObject({
      type,
      standing: null,
      data: { subscription_id: '42', customer_id: '7', status: null, plan_name: null },
    });
  });

  test('a redelivery has the same id, and another content another', () => {
    const idOf = (body: string) => normaliseLemonSqueezyEvent(JSON.parse(body))?.id;
    const body = JSON.stringify(lemonSqueezy('subscription_updated', lemonSubscription));
    expect(idOf(body)).toBe(idOf(body));
    expect(idOf(body)).not.toBe(idOf(body.replace('2026-07', '2026-08')));
  });
});

describe('anything else', () => {
  test.each(['subscription_payment_recovered', 'subscription_payment_refunded', 'order_created', 'toString'])(
    'Lemon Squeezy %s is not ours',
    (name) => expect(normaliseLemonSqueezyEvent(lemonSqueezy(name, lemonSubscription))).toBeNull(),
  );

  test('garbage is null or an event, never an exception', () => {
    const names = fc.constantFrom('subscription_created', 'subscription_payment_success');
    const lemon = fc.record({
      meta: fc.record({ event_name: names, custom_data: fc.jsonValue() }),
      data: fc.record({ id: fc.jsonValue(), attributes: fc.dictionary(fc.string(), fc.jsonValue()) }),
    });
    fc.assert(fc.property(fc.oneof(fc.jsonValue(), lemon), (value) => normaliseLemonSqueezyEvent(value) !== undefined));
  });
});
