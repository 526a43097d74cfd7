/** The two billing providers' webhooks, already verified and parsed, as the product's own six events. */
export type { BillingEvent, BillingEventType, SubscriptionStatus } from './billing-event.ts';
export { normaliseLemonSqueezyEvent } from './lemon-squeezy-events.ts';
export { normaliseStripeEvent } from './stripe-events.ts';
