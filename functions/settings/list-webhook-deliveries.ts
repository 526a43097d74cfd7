import * as z from 'zod';
import { DELIVERY_STATUSES } from '#shared/domain/webhook/retries.ts';
import { deliveryView } from '#shared/engine/webhook/webhook-view.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { cursorAlone, cursorFields, cursorPage, oneOfFilter } from '#shared/schemas/fields/paging.ts';
import { accountSlug, success } from '#shared/schemas/fields/primitives.ts';
import { Delivery, webhookKind } from '#shared/schemas/webhook.ts';
import { listDeliveries } from '#shared/store/delivery/delivery-lists.ts';

export const listWebhookDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/settings/webhooks/deliveries',
  tag: 'Settings',
  summary: 'List deliveries of the last 30 days, newest first',
  description: 'By `status` a delivery is found from its first attempt on, seconds after its event.',
  role: 'read',
  query: z
    .object({
      accountSlug,
      kind: webhookKind.optional(),
      status: oneOfFilter(DELIVERY_STATUSES, 'delivered'),
      ...cursorPage,
    })
    .check(cursorAlone),
  output: z.object({ success, deliveries: z.array(Delivery), ...cursorFields }),
  errors: [403, 404],
  loads: { account: 'accountSlug' },
  uses: ['table:read'],
  async handle({ input, caller, now, table }) {
    const { items, ...page } = await listDeliveries(table, caller.accountId, input, input, now);
    return { success: true as const, deliveries: items.map(deliveryView), ...page };
  },
});
