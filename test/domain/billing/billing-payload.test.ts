import { describe, expect, test } from '@jest/globals';
import { billingPayload, foldBillingEvent, type Subscriber } from '#shared/domain/billing/subscription.ts';
import { type Description, day, normalisedEvent } from '#test/harness/given/normalised-billing-events.ts';

const NOW = new Date('2026-12-01T00:00:00Z');

/** An account that was set up with the plan Starter and has had the subscription that this event tells of. */
const subscribed = (event?: Description): Subscriber => ({
  plan: 'starter',
  numbers_held: 0,
  subscriptions: (event && foldBillingEvent([], normalisedEvent(event), NOW)) ?? [],
});

const dataOf = (event: Description, account: Subscriber) =>
  billingPayload(normalisedEvent(event), 'team_1', account, NOW).data;

const updated: Description = { type: 'subscription.updated', standing: 'active', day: 5 };
const renewed: Description = { ...updated, day: 34, start: day(32), end: day(60) };
const late: Description = { ...renewed, standing: 'past_due' };
const cancelled: Description = { ...renewed, type: 'subscription.cancelled', standing: 'cancelled' };

const silent = { standing: null, day: 50, plan: null, start: null, end: null };
const invoicePaid: Description = { ...silent, type: 'invoice.paid' };
const paymentFailed: Description = { ...silent, type: 'invoice.payment_failed' };

describe('the event that is sent on', () => {
  test('has the plan in our words, and exactly the fields of the contract', () => {
    expect(billingPayload(normalisedEvent(updated), 'team_1', subscribed(), NOW)).toEqual({
      type: 'subscription.updated',
      data: {
        subscription_id: 'sub_1',
        customer_id: 'cus_1',
        plan_name: 'growth',
        status: 'active',
        current_period_start: day(1),
        current_period_end: day(32),
        metadata: { team_id: 'team_1' },
      },
    });
  });

  test('a period start is not taken from another period', () => {
    expect(dataOf({ ...updated, start: null }, subscribed(renewed)).current_period_start).toBeNull();
  });
});

describe('an invoice', () => {
  test.each([
    ['past due', late, 'past_due'],
    ['cancelled', cancelled, 'cancelled'],
    ['over', { ...cancelled, standing: 'expired' as const }, 'cancelled'],
  ])('takes what it does not say from a subscription that is %s', (_, event, status) => {
    expect(dataOf(invoicePaid, subscribed(event))).toMatchObject({
      plan_name: 'growth',
      status,
      current_period_start: day(32),
      current_period_end: day(60),
    });
  });

  test('of an unknown subscription is active, on the plan of the account and of no known period', () => {
    expect(dataOf(invoicePaid, subscribed())).toMatchObject({
      plan_name: 'starter',
      status: 'active',
      current_period_start: null,
      current_period_end: null,
    });
  });

  test('that could not be paid is past due, whatever the subscription is known to be', () => {
    expect(dataOf(paymentFailed, subscribed())).toMatchObject({ plan_name: 'starter', status: 'past_due' });
    expect(dataOf(paymentFailed, subscribed(renewed))).toMatchObject({ plan_name: 'growth', status: 'past_due' });
  });
});
