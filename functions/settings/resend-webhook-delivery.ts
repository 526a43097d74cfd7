import * as z from 'zod';
import { resendDelivery } from '#shared/engine/webhook/resend-delivery.ts';
import { deliveryView } from '#shared/engine/webhook/webhook-view.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { accountSlug, id, success } from '#shared/schemas/fields/primitives.ts';
import { Delivery } from '#shared/schemas/webhook.ts';

export const resendWebhookDelivery = defineEndpoint({
  method: 'POST',
  path: '/api/settings/webhooks/deliveries/{id}/resend',
  tag: 'Settings',
  summary: 'Send a delivery again, with a new round of attempts',
  description:
    'Sends the same event id and payload to the current URL. 409 when no URL is set, or while an attempt is under way.',
  role: 'full',
  params: z.object({ id: id('delivery', 'dlv_5f2a90c41b7d4e0c8a3b6d1f9e7c2a54') }),
  body: z.object({ accountSlug: accountSlug.optional() }),
  output: z.object({ success, delivery: Delivery }),
  errors: [403, 404, 409],
  loads: { account: 'accountSlug', delivery: 'id' },
  uses: ['table:write', 'webhookQueue:send'],
  handle: ({ delivery, now, commit, ...ports }) =>
    resendDelivery(ports, delivery, now, (operations, resent) =>
      commit(operations, { success: true as const, delivery: deliveryView(resent) }),
    ),
});
