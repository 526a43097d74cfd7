import * as z from 'zod';
import { planNamed } from './allowance.ts';

export type BillingEventType =
  | 'subscription.created'
  | 'subscription.updated'
  | 'subscription.cancelled'
  | 'subscription.expired'
  | 'invoice.paid'
  | 'invoice.payment_failed';

export type SubscriptionStatus = 'active' | 'cancelled' | 'past_due';

export interface BillingEvent {
  /** Stable over redeliveries of the same event; `evt_...` from Stripe, `ls_...` from Lemon Squeezy. */
  id: string;
  type: BillingEventType;
  /** Null where the provider's event says nothing: an invoice never says the subscription's status. */
  data: {
    subscription_id: string | null;
    customer_id: string | null;
    plan_name: string | null;
    /** `cancelled` with a period end in the future: announced, and still paid for until then. */
    status: SubscriptionStatus | null;
    current_period_start: string | null;
    current_period_end: string | null;
    metadata: { team_id: string | null };
  };
}

// A field of an unexpected type reads as absent: a provider's new API version must not lose us the whole event.
export const Text = z.string().min(1).nullish().catch(null);
export const Id = z
  .union([z.string().min(1), z.number().transform(String), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .catch(null);
const MAX_UNIX_SECONDS = 8_640_000_000_000;
export const UnixSeconds = z.number().int().min(0).max(MAX_UNIX_SECONDS).nullish().catch(null);
/** Normalised to UTC and milliseconds. */
export const IsoInstant = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .transform((text) => new Date(text).toISOString())
  .nullish()
  .catch(null);
export const Flag = z.boolean().nullish().catch(null);
export const looseObject = <S extends z.ZodRawShape>(shape: S) => z.object(shape).nullish().catch(null);
export const looseList = <S extends z.ZodRawShape>(shape: S) =>
  z
    .object({ data: z.array(z.object(shape)) })
    .nullish()
    .catch(null);

/** Of the names that might be the plan's, the first that names one of the product's plans, else the first. */
export const pickPlanName = (names: (string | null | undefined)[]): string | null => {
  const given = names.filter((name) => name != null);
  return given.find((name) => planNamed(name) !== null) ?? given[0] ?? null;
};
