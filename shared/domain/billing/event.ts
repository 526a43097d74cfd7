import { planNamed } from './allowance.ts';

export type BillingEventType =
  | 'subscription.created'
  | 'subscription.updated'
  | 'subscription.cancelled'
  | 'subscription.expired'
  | 'invoice.paid'
  | 'invoice.payment_failed';

/** The contract's words. */
export type SubscriptionStatus = 'active' | 'cancelled' | 'past_due';

/** `cancelled`: announced, and paid for until the period's end; `expired`: over. */
export type Standing = SubscriptionStatus | 'expired';

/**
 * What an event makes of a subscription. Providers stamp events to the second; of those within one, a later stage is the
 * later event: only what was cancelled is resumed, and nothing follows its end.
 */
export const STAGES = ['created', 'changed', 'cancelled', 'resumed', 'ended'] as const;
export type Stage = (typeof STAGES)[number];

export type BillingProvider = 'stripe' | 'lemon_squeezy';

export interface BillingEvent {
  provider: BillingProvider;
  /** Stable over redeliveries of the same event. */
  id: string;
  type: BillingEventType;
  /** When it happened at the provider, ISO 8601; null when the provider does not say. */
  occurred_at: string | null;
  /**
   * What the subscription is from then on. Null where the event changes none: invoices, which a change of the
   * subscription accompanies, a first payment that is outstanding or was never made, and a status not known here.
   */
  standing: Standing | null;
  /** `resumed`: an announced cancellation was taken back; `ended`: over, be it early. */
  stage: Stage;
  /** The price at the provider, for the log when its names stand for no plan. */
  price_id: string | null;
  /** Null where the provider's event says nothing: an invoice never says the subscription's status. */
  data: {
    subscription_id: string;
    customer_id: string | null;
    plan_name: string | null;
    /** `cancelled` with a period end in the future: announced, and still paid for until then. */
    status: SubscriptionStatus | null;
    current_period_start: string | null;
    current_period_end: string | null;
    metadata: { team_id: string | null };
  };
}

/** Of the names that might be the plan's, the first that names one of the product's plans, else the first. */
export const pickPlanName = (names: (string | null | undefined)[]): string | null => {
  const given = names.filter((name) => name != null);
  return given.find((name) => planNamed(name) !== null) ?? given[0] ?? null;
};
