export type BillingEventType =
  | 'subscription.created'
  | 'subscription.updated'
  | 'subscription.cancelled'
  | 'subscription.expired'
  | 'invoice.paid'
  | 'invoice.payment_failed';

/** From best to worst. `cancelled`: ends with the paid period; `expired`: over. */
export const STANDINGS = ['active', 'past_due', 'cancelled', 'expired'] as const;
export type Standing = (typeof STANDINGS)[number];

/** The statuses of the public contract. */
export type SubscriptionStatus = Exclude<Standing, 'expired'>;

/**
 * Orders events within one second, the resolution of providers' timestamps: a later stage is the later event, because
 * only a cancelled subscription is resumed, and nothing follows the end.
 */
export const STAGES = ['created', 'changed', 'cancelled', 'resumed', 'ended'] as const;
export type Stage = (typeof STAGES)[number];

export const BILLING_PROVIDERS = ['stripe', 'lemon_squeezy'] as const;
export type BillingProvider = (typeof BILLING_PROVIDERS)[number];

export interface BillingEvent {
  provider: BillingProvider;
  /** The same at every redelivery of the event. */
  id: string;
  type: BillingEventType;
  /** When it happened at the provider, ISO 8601; null when the provider does not say. */
  occurred_at: string | null;
  /**
   * The subscription's state after the event. Null when the event changes none: invoices (a subscription event comes
   * with them), a first payment that is outstanding or was never made, and unknown statuses.
   */
  standing: Standing | null;
  /** `resumed`: a cancellation was withdrawn; `ended`: over, perhaps early. */
  stage: Stage;
  /** The provider's subscription events say when a period starts; else it starts when the one before it ends. */
  tells_period_start?: true;
  /** The provider's price, logged when its names match no plan. */
  price_id: string | null;
  /** Null where the provider's event lacks the field; invoices never contain the subscription's status. */
  data: {
    subscription_id: string;
    customer_id: string | null;
    plan_name: string | null;
    /** `cancelled` with a period end in the future: still paid for until then. */
    status: SubscriptionStatus | null;
    current_period_start: string | null;
    current_period_end: string | null;
    metadata: { team_id: string | null };
  };
}
