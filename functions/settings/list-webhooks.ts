import * as z from 'zod';
import { webhookView } from '#shared/engine/webhook/webhook-view.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { accountSlug, success } from '#shared/schemas/fields/primitives.ts';
import { Webhook } from '#shared/schemas/webhook.ts';
import { listWebhooks as readWebhooks } from '#shared/store/delivery/webhooks.ts';

export const listWebhooks = defineEndpoint({
  method: 'GET',
  path: '/api/settings/webhooks',
  tag: 'Settings',
  summary: 'List the webhook URLs and the keys that verify their events',
  role: 'read',
  query: z.object({ accountSlug }),
  output: z.object({ success, webhooks: z.array(Webhook) }),
  errors: [403, 404],
  loads: { account: 'accountSlug' },
  uses: ['table:read', 'secret:webhookSigning'],
  async handle({ caller, now, table, webhookSigningSecret }) {
    const webhooks = await readWebhooks(table, caller.accountId);
    const shown = webhooks.map((webhook) => webhookView(webhookSigningSecret, webhook, caller.role, now));
    return { success: true as const, webhooks: await Promise.all(shown) };
  },
});
