import * as z from 'zod';
import { normaliseLemonSqueezyEvent, normaliseStripeEvent } from '#shared/domain/billing-events.ts';
import { verifyHmacSha256Hex, verifyStripeSignature } from '#shared/domain/signatures.ts';
import { defineEndpoint, type RawRequest } from '#shared/runtime/define-endpoint.ts';
import { env } from '#shared/runtime/env.ts';
import { success } from '#shared/schemas/primitives.ts';
import { applyBillingEvent } from '#shared/store/subscriptions.ts';

const isSigned = ({ headers, body }: RawRequest): boolean =>
  verifyStripeSignature({
    header: headers['stripe-signature'],
    rawBody: body,
    secret: env.stripeWebhookSecret,
    now: new Date(),
  }) || verifyHmacSha256Hex(env.lemonSqueezyWebhookSecret, body, headers['x-signature']);

export const receiveBillingEvent = defineEndpoint({
  method: 'POST',
  path: '/api/billing/webhook',
  tag: 'Webhooks',
  summary: 'Receive an event from a billing provider',
  description:
    'Sets the plan of the account whose team the event names. Verified by `Stripe-Signature` or the hexadecimal `X-Signature` of Lemon Squeezy over the raw body.',
  auth: isSigned,
  body: z.looseObject({}),
  output: z.object({ success }),
  uses: ['table:write'],
  async handle({ input, now, table, log }) {
    const event = normaliseStripeEvent(input) ?? normaliseLemonSqueezyEvent(input);
    const isApplied = event !== null && (await applyBillingEvent(table, event, now));
    log.info('A billing event was received.', { type: event?.type, applied: isApplied });
    return { success: true as const };
  },
});

export const { handler } = receiveBillingEvent;
