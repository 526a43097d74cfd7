import * as z from 'zod';
import { verifyHmacSha256Hex, verifyStripeSignature } from '#shared/domain/signatures.ts';
import { defineEndpoint, type RawRequest } from '#shared/runtime/define-endpoint.ts';
import { env } from '#shared/runtime/env.ts';
import { success } from '#shared/schemas/primitives.ts';

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
  description: 'Verified by `Stripe-Signature` or the hexadecimal `X-Signature` of Lemon Squeezy over the raw body.',
  auth: isSigned,
  body: z.looseObject({}),
  output: z.object({ success }),
  uses: [],
  async handle({ log }) {
    log.info('A billing event was received.');
    return { success: true as const };
  },
});

export const { handler } = receiveBillingEvent;
