import * as z from 'zod';
import { conflict } from '#shared/domain/errors.ts';
import { sendDeliveries } from '#shared/engine/webhook/announce.ts';
import { deliveryView } from '#shared/engine/webhook/webhook-view.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { accountSlug, id, success } from '#shared/schemas/primitives.ts';
import { Delivery } from '#shared/schemas/webhook.ts';
import { changeDelivery, isUnderWay, resendChanges } from '#shared/store/deliveries.ts';
import { getWebhook } from '#shared/store/webhooks.ts';

export const resendWebhookDelivery = defineEndpoint({
  method: 'POST',
  path: '/api/settings/webhooks/deliveries/{id}/resend',
  tag: 'Settings',
  summary: 'Send a delivery again, with a new round of attempts',
  description:
    'Sends the same event id and payload to the current URL. 409 when no URL is set, or while an attempt is under way.',
  params: z.object({ id: id('delivery', 'dlv_5f2a90c41b7d4e0c8a3b6d1f9e7c2a54') }),
  body: z.object({ accountSlug: accountSlug.optional() }),
  output: z.object({ success, delivery: Delivery }),
  errors: [403, 404, 409],
  loads: { account: 'accountSlug', delivery: 'id' },
  uses: ['table:write', 'webhookQueue:send'],
  async handle({ delivery, now, commit, ...ports }) {
    const webhook = await getWebhook(ports.table, delivery.account_id, delivery.kind);
    if (!webhook?.enabled) throw conflict(`No receiver is set for ${delivery.kind} webhooks.`);
    const refuse = () => conflict('An attempt of this delivery is under way; try again in a moment.');
    if (isUnderWay(delivery, now)) throw refuse();
    const { operation, after } = changeDelivery(delivery, resendChanges(now));
    const body = { success: true as const, delivery: deliveryView(after) };
    await commit([{ ...operation, refuse }], body);
    await sendDeliveries(ports, [delivery.id], delivery.account_id);
    return body;
  },
});
