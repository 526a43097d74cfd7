import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { normaliseStripeEvent } from '#shared/providers/billing/stripe/stripe-events.ts';

const unix = (iso: string): number => Date.parse(iso) / 1_000;
const START = '2026-06-01T00:00:00.000Z';
const END = '2026-07-01T00:00:00.000Z';
const period = { current_period_start: unix(START), current_period_end: unix(END) };

const stripeSubscription = {
  id: 'sub_1',
  object: 'subscription',
  customer: 'cus_1',
  status: 'active',
  metadata: { team_id: 'team_1' },
  cancel_at_period_end: false,
  cancel_at: null,
  ended_at: null,
  items: { object: 'list', data: [{ id: 'si_1', ...period, price: { id: 'price_1', nickname: 'Growth' } }] },
};
const stripeEvent = (type: string, object: object, previous?: object) => ({
  id: 'evt_1',
  object: 'event',
  type,
  created: unix(START),
  data: previous ? { object, previous_attributes: previous } : { object },
});
const ofSubscription = (event: string, changes: object = {}, previous?: object) =>
  normaliseStripeEvent(stripeEvent(`customer.subscription.${event}`, { ...stripeSubscription, ...changes }, previous));

describe('Stripe subscriptions', () => {
  test('a new subscription is read completely', () => {
    expect(ofSubscription('created')).toEqual({
      provider: 'stripe',
      id: 'evt_1',
      type: 'subscription.created',
      occurred_at: START,
      standing: 'active',
      stage: 'created',
      tells_period_start: true,
      price_id: 'price_1',
      data: {
        subscription_id: 'sub_1',
        customer_id: 'cus_1',
        plan_name: 'Growth',
        status: 'active',
        current_period_start: START,
        current_period_end: END,
        metadata: { team_id: 'team_1' },
      },
    });
  });

  test('an event of an older API version has its period on the subscription', () => {
    const old = ofSubscription('updated', { ...period, items: { data: [{ price: { id: 'price_1' } }] } });
    expect(old?.data).toMatchObject({ plan_name: null, current_period_start: START, current_period_end: END });
  });

  test('of several items the last to end gives the period, and the one that names a plan gives the plan', () => {
    const minutes = { price: { id: 'price_2', nickname: 'Minutes' }, current_period_end: unix('2026-06-15T00:00:00Z') };
    const items = { data: [minutes, ...stripeSubscription.items.data] };
    expect(ofSubscription('updated', { items })?.data).toMatchObject({ plan_name: 'Growth', current_period_end: END });
  });

  test.each<[string, object, object, string | null]>([
    ['nickname', { nickname: 'Growth, monthly' }, {}, 'Growth, monthly'],
    ['lookup key', { lookup_key: 'growth_monthly', nickname: null }, {}, 'growth_monthly'],
    ['expanded product', { product: { id: 'prod_1', name: 'Growth' } }, {}, 'Growth'],
    ["price's metadata", { metadata: { plan_name: 'growth' } }, {}, 'growth'],
    ["subscription's metadata", { product: 'prod_1' }, { plan_name: 'growth' }, 'growth'],
    ['lookup key, when the nickname names no plan', { nickname: 'Monthly', lookup_key: 'growth' }, {}, 'growth'],
    ['nickname, when nothing names a plan', { nickname: 'Platinum', lookup_key: 'plat' }, {}, 'Platinum'],
    ['nothing', {}, {}, null],
  ])('the plan is read from the %s', (_, price, metadata, planName) => {
    const items = { data: [{ ...period, price: { id: 'price_1', ...price } }] };
    expect(ofSubscription('updated', { items, metadata })?.data.plan_name).toBe(planName);
  });

  test.each([
    ['active', 'active', 'active'],
    ['trialing', 'active', 'active'],
    ['past_due', 'past_due', 'past_due'],
    ['unpaid', 'past_due', 'past_due'],
    ['paused', 'past_due', 'past_due'],
    ['canceled', 'cancelled', 'cancelled'],
    ['incomplete', 'past_due', null],
    ['incomplete_expired', 'cancelled', null],
    ['something_new', null, null],
    ['constructor', null, null],
  ])('status %s reads as %s and makes the subscription %s', (status, expected, standing) => {
    const event = ofSubscription('updated', { status });
    expect([event?.data.status, event?.standing]).toEqual([expected, standing]);
  });

  test.each([
    ['at the period end', { cancel_at_period_end: true }, { cancel_at_period_end: false }],
    ['at an instant', { cancel_at: unix(END) }, { cancel_at: null }],
  ])('an announced cancellation %s is a cancellation, paid for until its end', (_, changes, previous) => {
    expect(ofSubscription('updated', changes, previous)).toMatchObject({
      type: 'subscription.cancelled',
      standing: 'cancelled',
      data: { status: 'cancelled', current_period_end: END },
    });
  });

  test('while a cancellation stands, other changes are updates of a cancelled subscription', () => {
    const standing = ofSubscription('updated', { cancel_at_period_end: true }, { quantity: 1 });
    expect(standing).toMatchObject({ type: 'subscription.updated', data: { status: 'cancelled' } });
    const takenBack = ofSubscription('updated', {}, { cancel_at_period_end: true });
    expect(takenBack).toMatchObject({ type: 'subscription.updated', standing: 'active', data: { status: 'active' } });
  });

  test.each<[string, string, object, object | undefined]>([
    ['created', 'created', {}, undefined],
    ['changed', 'updated', {}, { quantity: 1 }],
    ['changed', 'updated', { cancel_at_period_end: true }, { quantity: 1 }],
    ['cancelled', 'updated', { cancel_at_period_end: true }, { cancel_at_period_end: false }],
    ['cancelled', 'updated', { cancel_at: unix(END) }, { cancel_at: null, cancel_at_period_end: true }],
    ['resumed', 'updated', {}, { cancel_at_period_end: true }],
    ['resumed', 'updated', {}, { cancel_at: unix(END) }],
    ['resumed', 'updated', { cancel_at: unix(END) + 1 }, { cancel_at: unix(END) }],
    ['ended', 'deleted', { status: 'canceled', ended_at: unix(START) + 60 }, undefined],
    ['ended', 'deleted', { status: 'canceled', ended_at: unix(END) }, undefined],
  ])('a subscription is %s by %s with %j after %j', (stage, name, changes, previous) => {
    expect(ofSubscription(name, changes, previous)?.stage).toBe(stage);
  });

  test('an end set for a later period leaves this one active', () => {
    expect(ofSubscription('created', { cancel_at: unix(END) + 1 })?.data.status).toBe('active');
  });

  test.each([
    ['after its period', { ended_at: unix(END) + 60 }, 'subscription.expired', END],
    ['after an announcement', { ended_at: unix(END) - 60, cancel_at_period_end: true }, 'subscription.expired'],
    [
      'in the middle of its period',
      { ended_at: unix(START) + 60 },
      'subscription.cancelled',
      '2026-06-01T00:01:00.000Z',
    ],
    ['without saying when', {}, 'subscription.cancelled', END],
  ])('a subscription deleted %s', (_, changes, type, end = '2026-06-30T23:59:00.000Z') => {
    const deleted = ofSubscription('deleted', { status: 'canceled', ...changes });
    expect(deleted).toMatchObject({ type, data: { status: 'cancelled', current_period_end: end } });
    expect(deleted?.standing).toBe(type === 'subscription.expired' ? 'expired' : 'cancelled');
  });

  test('pausing and resuming are updates', () => {
    expect(ofSubscription('paused', { status: 'paused' })?.type).toBe('subscription.updated');
    expect(ofSubscription('resumed')?.type).toBe('subscription.updated');
  });
});

describe('Stripe invoices', () => {
  const line = { amount: 4_900, period: { start: unix(START), end: unix(END) } };
  const invoice = {
    customer: { id: 'cus_1', object: 'customer' },
    parent: { subscription_details: { subscription: 'sub_1', metadata: { team_id: 'team_1' } } },
    lines: { data: [{ ...line, pricing: { price_details: { price: 'price_1' } } }] },
  };
  const expected = {
    subscription_id: 'sub_1',
    customer_id: 'cus_1',
    plan_name: null,
    status: null,
    current_period_start: START,
    current_period_end: END,
    metadata: { team_id: 'team_1' },
  };

  test.each(['invoice.paid', 'invoice.payment_failed'])(
    '%s names the subscription, its period and its team',
    (type) => {
      const event = normaliseStripeEvent(stripeEvent(type, invoice));
      const fixed = { provider: 'stripe', id: 'evt_1', occurred_at: START, standing: null, stage: 'changed' };
      expect(event).toEqual({ ...fixed, type, price_id: 'price_1', data: expected });
    },
  );

  test('an invoice of an older API version is read from its old places', () => {
    const old = {
      customer: 'cus_1',
      subscription: 'sub_1',
      subscription_details: { metadata: { team_id: 'team_1' } },
      lines: { data: [{ ...line, price: { id: 'price_1', lookup_key: 'growth' } }] },
    };
    expect(normaliseStripeEvent(stripeEvent('invoice.paid', old))?.data).toEqual({ ...expected, plan_name: 'growth' });
  });

  test('one of 2022 names neither its team nor its plan', () => {
    const bare = { customer: 'cus_1', subscription: 'sub_1', lines: { data: [line] } };
    const nothing = { plan_name: null, metadata: { team_id: null } };
    expect(normaliseStripeEvent(stripeEvent('invoice.paid', bare))?.data).toEqual({ ...expected, ...nothing });
  });

  test('a change of plan names the plan that is charged, not the one that is credited', () => {
    const credit = { ...line, amount: -500, price: { id: 'price_0', nickname: 'Starter' } };
    const charge = { ...line, price: { id: 'price_1', nickname: 'Growth' } };
    const changed = stripeEvent('invoice.paid', { ...invoice, lines: { data: [credit, charge] } });
    expect(normaliseStripeEvent(changed)?.data.plan_name).toBe('Growth');
  });

  test('an invoice without a subscription, and the second report of a payment, are not ours', () => {
    expect(normaliseStripeEvent(stripeEvent('invoice.paid', { customer: 'cus_1' }))).toBeNull();
    expect(normaliseStripeEvent(stripeEvent('invoice.payment_succeeded', invoice))).toBeNull();
  });
});

describe('anything else', () => {
  test.each(['customer.created', 'customer.subscription.trial_will_end', 'invoice.created', 'constructor'])(
    'Stripe %s is not ours',
    (type) => expect(normaliseStripeEvent(stripeEvent(type, stripeSubscription))).toBeNull(),
  );

  test('a field of an unexpected type reads as absent and does not lose the event', () => {
    const odd = { customer: 5.5, status: {}, metadata: [], items: 'none', cancel_at: 'soon', ended_at: -1 };
    expect(ofSubscription('updated', odd)).toMatchObject({
      type: 'subscription.updated',
      data: { subscription_id: 'sub_1', status: null, plan_name: null, metadata: { team_id: null } },
    });
  });

  test('garbage is null or an event, never an exception', () => {
    const types = fc.constantFrom('customer.subscription.updated', 'customer.subscription.deleted', 'invoice.paid');
    const stripe = fc.record({
      id: fc.string(),
      type: types,
      data: fc.record({
        object: fc.record(
          { id: fc.string(), subscription: fc.jsonValue(), items: fc.jsonValue(), ended_at: fc.jsonValue() },
          { requiredKeys: [] },
        ),
        previous_attributes: fc.jsonValue(),
      }),
    });
    fc.assert(fc.property(fc.oneof(fc.jsonValue(), stripe), (value) => normaliseStripeEvent(value) !== undefined));
  });
});
