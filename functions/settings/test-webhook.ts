import * as z from 'zod';
import { sendTestEvent } from '#shared/engine/webhook/send-test-event.ts';
import { deliveryView } from '#shared/engine/webhook/webhook-view.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { accountSlug, success } from '#shared/schemas/fields/primitives.ts';
import { Delivery, webhookKind } from '#shared/schemas/webhook.ts';

export const testWebhook = defineEndpoint({
  method: 'POST',
  path: '/api/settings/webhooks/{kind}/test',
  tag: 'Settings',
  summary: 'Send a signed test event now',
  description:
    "Responds 200 with the receiver's status and latency, whatever the receiver answered. The event is sent once and " +
    'is in the delivery log.',
  role: 'full',
  params: z.object({ kind: webhookKind }),
  body: z.object({ accountSlug: accountSlug.optional() }),
  output: z.object({ success, delivery: Delivery }),
  errors: [403, 404, 409],
  loads: { account: 'accountSlug' },
  uses: ['table:write', 'secret:webhookSigning', 'webhookReceivers'],
  async handle({ input: { kind }, caller, newId, ...ports }) {
    const delivery = await sendTestEvent(ports, caller.accountId, kind, newId('evt'));
    return { success: true as const, delivery: deliveryView(delivery) };
  },
});
