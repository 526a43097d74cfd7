import * as z from 'zod';
import { verifyHmacSha256, verifyStripeSignature } from '#shared/domain/signatures.ts';
import { applyBillingEvent } from '#shared/engine/billing/apply-billing-event.ts';
import type { Secret } from '#shared/ports/secret.ts';
import { normaliseLemonSqueezyEvent } from '#shared/providers/billing/lemon-squeezy/lemon-squeezy-events.ts';
import { normaliseStripeEvent } from '#shared/providers/billing/stripe/stripe-events.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import type { RawRequest } from '#shared/runtime/http/endpoint-definition.ts';
import { success } from '#shared/schemas/primitives.ts';

interface Verification {
  now: Date;
  stripeWebhookSecret: Secret;
  lemonSqueezyWebhookSecret: Secret;
}

/** A request speaks for one provider: what claims to be Stripe's is not tried as Lemon Squeezy's. */
const isSigned = async ({ headers, body }: RawRequest, { now, ...secrets }: Verification): Promise<boolean> => {
  const header = headers['stripe-signature'];
  if (header === undefined) {
    return verifyHmacSha256(await secrets.lemonSqueezyWebhookSecret(), body, headers['x-signature']);
  }
  return verifyStripeSignature({ header, rawBody: body, secret: await secrets.stripeWebhookSecret(), now });
};

export const receiveBillingEvent = defineEndpoint({
  method: 'POST',
  path: '/api/billing/webhook',
  tag: 'Webhooks',
  summary: 'Receive an event from a billing provider',
  description:
    'Sets subscription and plan of the account whose team or subscription the event names, and sends the event on to the ' +
    "account's billing webhook. Verified by `Stripe-Signature`, or by the `X-Signature` of Lemon Squeezy (hexadecimal or " +
    'base64), over the raw body. Other events of the providers are acknowledged and ignored.',
  auth: isSigned,
  body: z.looseObject({}),
  output: z.object({ success }),
  uses: ['table:write', 'webhookQueue:send', 'secret:stripeWebhook', 'secret:lemonSqueezyWebhook'],
  async handle({ input, now, table, webhookQueue, log }) {
    const event = normaliseStripeEvent(input) ?? normaliseLemonSqueezyEvent(input);
    const result = event && (await applyBillingEvent({ table, webhookQueue, log }, event, now));
    log.info('A billing event was received.', { type: event?.type, result: result ?? 'ignored' });
    return { success: true as const };
  },
});

export const { handler } = receiveBillingEvent;
