import { createHmac, randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import type { BillingProvider } from '#shared/domain/billing/event.ts';
import { DAY_MS, SECOND_MS } from '#shared/domain/time.ts';
import { type Reply, sender } from '#test/harness/client.ts';
import { BILLING_SECRETS } from '#test/harness/stack/environment.ts';

/** Events of the two billing providers for one account's team, in the shapes in which they send them. */

const PERIOD_START = new Date(Math.floor(Date.now() / SECOND_MS) * SECOND_MS - 10 * DAY_MS);

/** An instant in the life of a sample subscription: its period begins on day 0, ten days ago, and ends on day 30. */
export const dayOfPeriod = (day: number): Date => new Date(PERIOD_START.getTime() + day * DAY_MS);

const unix = (day: number): number => dayOfPeriod(day).getTime() / 1000;

export interface SampleEvent {
  provider: BillingProvider;
  body: string;
}

interface SampleSubscription {
  /** The subscription's id at the provider. */
  id: string;
  /** Undefined if the events name none. */
  teamId: string | undefined;
  /** The provider's name of its price or product. */
  planName?: string;
}

type Fields = Record<string, unknown>;

const stripeSubscription = ({ id, teamId, planName = 'Growth' }: SampleSubscription, changes: Fields): Fields => ({
  id,
  object: 'subscription',
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  collection_method: 'charge_automatically',
  created: unix(0),
  currency: 'usd',
  customer: `cus_${id}`,
  ended_at: null,
  items: {
    object: 'list',
    data: [
      {
        id: `si_${id}`,
        object: 'subscription_item',
        current_period_start: unix(0),
        current_period_end: unix(30),
        price: { id: 'price_1RqX2e', object: 'price', lookup_key: null, nickname: planName, product: 'prod_T4mZ81' },
        quantity: 1,
      },
    ],
    has_more: false,
    total_count: 1,
  },
  latest_invoice: `in_${id}`,
  livemode: false,
  metadata: teamId === undefined ? {} : { team_id: teamId },
  status: 'active',
  ...changes,
});

const stripeEvent = (type: string, day: number, object: Fields, previous?: Fields): SampleEvent => ({
  provider: 'stripe',
  body: JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    api_version: '2025-09-30.clover',
    created: unix(day),
    data: { object, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }),
});

const stripeInvoice = ({ id, teamId }: SampleSubscription): Fields => ({
  id: `in_${id}`,
  object: 'invoice',
  amount_due: 4900,
  currency: 'usd',
  customer: `cus_${id}`,
  lines: {
    object: 'list',
    data: [
      {
        id: `il_${id}`,
        object: 'line_item',
        amount: 4900,
        period: { start: unix(0), end: unix(30) },
        pricing: { price_details: { price: 'price_1RqX2e', product: 'prod_T4mZ81' }, type: 'price_details' },
      },
    ],
  },
  parent: {
    type: 'subscription_details',
    subscription_details: { subscription: id, metadata: teamId === undefined ? {} : { team_id: teamId } },
  },
});

/** The Stripe event for each event of the contract. */
export const stripeEvents = (subscription: SampleSubscription) => {
  const of = (event: string, day: number, changes: Fields = {}, previous?: Fields): SampleEvent =>
    stripeEvent(`customer.subscription.${event}`, day, stripeSubscription(subscription, changes), previous);
  const ended = { status: 'canceled', cancel_at_period_end: true, canceled_at: unix(8), ended_at: unix(30) };
  return {
    created: of('created', 0),
    updated: of('updated', 2, {}, { default_payment_method: null }),
    pastDue: of('updated', 3, { status: 'past_due' }, { status: 'active' }),
    paused: of('paused', 4, { status: 'paused' }),
    resumed: of('resumed', 5),
    cancelled: of('updated', 8, { cancel_at_period_end: true }, { cancel_at_period_end: false }),
    uncancelled: of('updated', 8, {}, { cancel_at_period_end: true }),
    expired: of('deleted', 30, ended),
    deleted: of('deleted', 9, { status: 'canceled', canceled_at: unix(9), ended_at: unix(9) }),
    paid: stripeEvent('invoice.paid', 1, stripeInvoice(subscription)),
    paymentFailed: stripeEvent('invoice.payment_failed', 3, stripeInvoice(subscription)),
  };
};

/** Lemon Squeezy writes microseconds. */
const micro = (day: number): string => dayOfPeriod(day).toISOString().replace('Z', '000Z');

const lemonSqueezyEvent = (
  { teamId }: SampleSubscription,
  name: string,
  data: { type: string; id: string; attributes: Fields },
): SampleEvent => ({
  provider: 'lemon_squeezy',
  body: JSON.stringify({
    meta: {
      test_mode: true,
      event_name: name,
      ...(teamId !== undefined && { custom_data: { team_id: teamId } }),
      webhook_id: randomUUID(),
    },
    data: { ...data, links: { self: `https://api.lemonsqueezy.com/v1/${data.type}/${data.id}` } },
  }),
});

/** The Lemon Squeezy event for each event of the contract. */
export const lemonSqueezyEvents = (subscription: SampleSubscription) => {
  const { id, planName = 'Growth' } = subscription;
  const of = (name: string, day: number, changes: Fields = {}): SampleEvent =>
    lemonSqueezyEvent(subscription, `subscription_${name}`, {
      type: 'subscriptions',
      id,
      attributes: {
        store_id: 1,
        customer_id: 7,
        order_id: 2,
        product_name: 'Voice calling',
        variant_id: 9,
        variant_name: planName,
        user_email: 'olive@acme.example',
        status: 'active',
        cancelled: false,
        trial_ends_at: null,
        renews_at: micro(30),
        ends_at: null,
        created_at: micro(0),
        updated_at: micro(day),
        test_mode: true,
        ...changes,
      },
    });
  const invoice = (name: string, day: number, status: string): SampleEvent =>
    lemonSqueezyEvent(subscription, `subscription_${name}`, {
      type: 'subscription-invoices',
      id: `${id}1`,
      attributes: { subscription_id: id, customer_id: 7, status, created_at: micro(day), updated_at: micro(day) },
    });
  return {
    created: of('created', 0),
    updated: of('updated', 2),
    pastDue: of('updated', 3, { status: 'past_due' }),
    paused: of('paused', 4, { status: 'paused' }),
    unpaused: of('unpaused', 5),
    cancelled: of('cancelled', 8, { status: 'cancelled', cancelled: true, ends_at: micro(30) }),
    uncancelled: of('resumed', 8),
    expired: of('expired', 30, { status: 'expired', cancelled: true, ends_at: micro(30) }),
    paid: invoice('payment_success', 1, 'paid'),
    paymentFailed: invoice('payment_failed', 3, 'pending'),
  };
};

/** The header with the body's signature, made by the provider's own library or as its documentation says. */
export const signatureOf = (
  { provider, body }: SampleEvent,
  { secret, at = new Date() }: { secret?: string; at?: Date } = {},
): Record<string, string> =>
  provider === 'stripe'
    ? {
        'stripe-signature': Stripe.webhooks.generateTestHeaderString({
          payload: body,
          secret: secret ?? BILLING_SECRETS.stripe,
          timestamp: Math.floor(at.getTime() / 1000),
        }),
      }
    : {
        'x-signature': createHmac('sha256', secret ?? BILLING_SECRETS.lemonSqueezy)
          .update(body)
          .digest('hex'),
      };

export const postBilling = (body: string, headers: Record<string, string>): Promise<Reply> =>
  sender()('POST', '/api/billing/webhook', body, { 'content-type': 'application/json', ...headers });

/** Delivers events one after the other, each signed by its provider; anything but 200 is an error of the test. */
export const deliverBilling = async (...events: SampleEvent[]): Promise<void> => {
  for (const event of events) {
    const { status } = await postBilling(event.body, signatureOf(event));
    if (status !== 200) throw new Error(`A billing event was answered with ${status}.`);
  }
};
