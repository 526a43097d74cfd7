import { createHash } from 'node:crypto';
import * as z from 'zod';
import { pickPlanName } from '#shared/domain/billing/allowance.ts';
import type { BillingEvent, BillingEventType, Stage, Standing } from '#shared/domain/billing/event.ts';
import { Id, IsoInstant, looseObject, Text } from '#shared/providers/billing/event-fields.ts';

const LemonSqueezyEvent = z.object({
  meta: z.object({ event_name: z.string(), custom_data: looseObject({ team_id: Id }) }),
  data: z.object({ id: Id, attributes: z.record(z.string(), z.unknown()) }),
});
type LemonSqueezyEvent = z.infer<typeof LemonSqueezyEvent>;

const Subscription = z.object({
  customer_id: Id,
  product_name: Text,
  variant_name: Text,
  variant_id: Id,
  status: Text,
  renews_at: IsoInstant,
  ends_at: IsoInstant,
  created_at: IsoInstant,
  updated_at: IsoInstant,
});

const SubscriptionInvoice = z.object({
  subscription_id: Id,
  customer_id: Id,
  created_at: IsoInstant,
  updated_at: IsoInstant,
});

const subscriptionTypes = new Map<string, BillingEventType>([
  ['subscription_created', 'subscription.created'],
  ['subscription_updated', 'subscription.updated'],
  ['subscription_resumed', 'subscription.updated'],
  ['subscription_paused', 'subscription.updated'],
  ['subscription_unpaused', 'subscription.updated'],
  ['subscription_cancelled', 'subscription.cancelled'],
  ['subscription_expired', 'subscription.expired'],
]);

/** The stage of any other event is `changed`. */
const stages = new Map<string, Stage>([
  ['subscription_created', 'created'],
  ['subscription_cancelled', 'cancelled'],
  ['subscription_resumed', 'resumed'],
  ['subscription_expired', 'ended'],
]);

/** A recovered payment is left out, because a success comes with it. */
const invoiceTypes = new Map<string, BillingEventType>([
  ['subscription_payment_success', 'invoice.paid'],
  ['subscription_payment_failed', 'invoice.payment_failed'],
]);

const standings = new Map<string | null | undefined, Standing>([
  ['on_trial', 'active'],
  ['active', 'active'],
  ['past_due', 'past_due'],
  ['unpaid', 'past_due'],
  ['paused', 'past_due'],
  ['cancelled', 'cancelled'],
  ['expired', 'expired'],
]);

/** The event's name outweighs the status in it. */
const standingOf = (type: BillingEventType, status: string | null | undefined): Standing | null => {
  const reported = standings.get(status) ?? null;
  if (type === 'subscription.expired' || reported === 'expired') return 'expired';
  return type === 'subscription.cancelled' ? 'cancelled' : reported;
};

type Reading = Omit<BillingEvent, 'provider' | 'id' | 'type'>;

const readSubscription = ({ meta, data }: LemonSqueezyEvent, type: BillingEventType): Reading | null => {
  const subscription = Subscription.parse(data.attributes);
  if (!data.id) return null;
  const standing = standingOf(type, subscription.status);
  return {
    occurred_at: subscription.updated_at ?? subscription.created_at ?? null,
    standing,
    stage: stages.get(meta.event_name) ?? 'changed',
    price_id: subscription.variant_id ?? null,
    data: {
      subscription_id: data.id,
      customer_id: subscription.customer_id ?? null,
      plan_name: pickPlanName([subscription.product_name, subscription.variant_name]),
      status: standing === 'expired' ? 'cancelled' : standing,
      // Lemon Squeezy sends no period start; for a new subscription it is the creation.
      current_period_start: type === 'subscription.created' ? (subscription.created_at ?? null) : null,
      current_period_end: subscription.ends_at ?? subscription.renews_at ?? null,
      metadata: { team_id: meta.custom_data?.team_id ?? null },
    },
  };
};

const readInvoice = ({ meta, data }: LemonSqueezyEvent): Reading | null => {
  const invoice = SubscriptionInvoice.parse(data.attributes);
  if (!invoice.subscription_id) return null;
  return {
    occurred_at: invoice.updated_at ?? invoice.created_at ?? null,
    standing: null,
    stage: 'changed',
    price_id: null,
    data: {
      subscription_id: invoice.subscription_id,
      customer_id: invoice.customer_id ?? null,
      plan_name: null,
      status: null,
      current_period_start: null,
      current_period_end: null,
      metadata: { team_id: meta.custom_data?.team_id ?? null },
    },
  };
};

/** Deliveries have no event id, but a redelivery repeats the body, so the id is a hash of the content. */
const idOf = (event: unknown): string => `ls_${createHash('sha256').update(JSON.stringify(event)).digest('hex')}`;

/** A verified Lemon Squeezy event as one of our six types; null for any other. */
export const normaliseLemonSqueezyEvent = (event: unknown): BillingEvent | null => {
  const parsed = LemonSqueezyEvent.safeParse(event).data;
  if (!parsed) return null;
  const subscriptionType = subscriptionTypes.get(parsed.meta.event_name);
  const type = subscriptionType ?? invoiceTypes.get(parsed.meta.event_name);
  if (!type) return null;
  const reading = subscriptionType ? readSubscription(parsed, subscriptionType) : readInvoice(parsed);
  return reading && { provider: 'lemon_squeezy', id: idOf(event), type, ...reading };
};
