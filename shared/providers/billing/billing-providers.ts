import type { BillingEvent, BillingProvider } from '#shared/domain/billing/event.ts';
import { type SignedDelivery, verifyHmacSha256 } from '#shared/domain/signatures.ts';
import { normaliseLemonSqueezyEvent } from './lemon-squeezy/lemon-squeezy-events.ts';
import { normaliseStripeEvent } from './stripe/stripe-events.ts';
import { verifyStripeSignature } from './stripe/stripe-signature.ts';

interface BillingScheme {
  signatureHeader: string;
  /** The port that reads its secret. */
  secret: `${string}WebhookSecret`;
  isGenuine(delivery: SignedDelivery): boolean;
  /** A verified event as one of our six types; null for any other. */
  normalise(event: unknown): BillingEvent | null;
}

export const BILLING_SCHEMES = {
  stripe: {
    signatureHeader: 'stripe-signature',
    secret: 'stripeWebhookSecret',
    isGenuine: verifyStripeSignature,
    normalise: normaliseStripeEvent,
  },
  lemon_squeezy: {
    signatureHeader: 'x-signature',
    secret: 'lemonSqueezyWebhookSecret',
    isGenuine: ({ secret, rawBody, signature }) => verifyHmacSha256(secret, rawBody, signature),
    normalise: normaliseLemonSqueezyEvent,
  },
} as const satisfies Record<BillingProvider, BillingScheme>;

/**
 * The provider of a delivery: the first one whose signature header it has. It is verified and read as that provider's
 * alone, so that nobody's secret signs another provider's events.
 */
export const signerOf = (headers: Record<string, string | undefined>) =>
  Object.values(BILLING_SCHEMES).find(({ signatureHeader }) => headers[signatureHeader] !== undefined);

export type BillingSecret = (typeof BILLING_SCHEMES)[BillingProvider]['secret'];
