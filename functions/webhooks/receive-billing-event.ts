import * as z from 'zod';
import { applyBillingEvent } from '#shared/engine/billing/apply-billing-event.ts';
import type { Secret } from '#shared/ports/secrets.ts';
import { type BillingSecret, signerOf } from '#shared/providers/billing/billing-providers.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import type { RawRequest } from '#shared/runtime/http/endpoint-definition.ts';
import { success } from '#shared/schemas/fields/primitives.ts';

type Verification = { now: Date } & Record<BillingSecret, Secret>;

const isGenuine = async ({ headers, body }: RawRequest, { now, ...secrets }: Verification): Promise<boolean> => {
  const provider = signerOf(headers);
  if (!provider) return false;
  const signature = headers[provider.signatureHeader] ?? '';
  return provider.isGenuine({ signature, rawBody: body, secret: await secrets[provider.secret](), now });
};

export const receiveBillingEvent = defineEndpoint({
  method: 'POST',
  path: '/api/billing/webhook',
  tag: 'Webhooks',
  summary: 'Receive an event from a billing provider',
  description:
    'Sets subscription and plan of the account whose team or subscription the event names, and forwards the event to ' +
    "the account's billing webhook. `Stripe-Signature`, or the `X-Signature` of Lemon Squeezy (hexadecimal or " +
    'base64), is verified over the raw body. Other events of the providers are acknowledged and ignored.',
  role: null,
  auth: isGenuine,
  body: z.looseObject({}),
  output: z.object({ success }),
  throttle: { requestsPerSecond: 200, burst: 200 },
  reservedConcurrency: 10,
  uses: ['table:write', 'webhookQueue:send', 'secret:stripeWebhook', 'secret:lemonSqueezyWebhook'],
  async handle({ input, raw, now, table, webhookQueue, log }) {
    const event = signerOf(raw.headers)?.normalise(input);
    const result = event && (await applyBillingEvent({ table, webhookQueue, log }, event, now));
    log.info('Received a billing event.', { type: event?.type, result: result ?? 'ignored' });
    return { success: true as const };
  },
});
