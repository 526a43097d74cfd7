import type { BillingEvent, BillingEventType, Stage, Standing } from '#shared/domain/billing/event.ts';

/** A day of 2026, counted from the first of January. */
export const day = (number: number): string => new Date(Date.UTC(2026, 0, number)).toISOString();

export interface Description {
  type: BillingEventType;
  standing: Standing | null;
  day: number;
  /** By default the stage of the type's plainest case. */
  stage?: Stage;
  subscription?: string;
  plan?: string | null;
  start?: string | null;
  end?: string | null;
  provider?: BillingEvent['provider'];
}

const PLAIN_STAGES: Record<BillingEventType, Stage> = {
  'subscription.created': 'created',
  'subscription.updated': 'changed',
  'subscription.cancelled': 'cancelled',
  'subscription.expired': 'ended',
  'invoice.paid': 'changed',
  'invoice.payment_failed': 'changed',
};

/** A billing event as the providers' normalisers report it, by default of the plan Growth for the first 31 days. */
export const normalisedEvent = ({
  type,
  standing,
  day: at,
  subscription = 'sub_1',
  plan = 'Growth',
  ...given
}: Description): BillingEvent => ({
  provider: given.provider ?? 'stripe',
  id: `${type} ${at} ${subscription}`,
  type,
  occurred_at: day(at),
  standing,
  stage: given.stage ?? PLAIN_STAGES[type],
  ...(given.provider !== 'lemon_squeezy' && { tells_period_start: true }),
  price_id: 'price_1',
  data: {
    subscription_id: subscription,
    customer_id: 'cus_1',
    plan_name: plan,
    status: standing === 'expired' ? 'cancelled' : standing,
    current_period_start: given.start === undefined ? day(1) : given.start,
    current_period_end: given.end === undefined ? day(32) : given.end,
    metadata: { team_id: 'team_1' },
  },
});
