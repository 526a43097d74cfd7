import * as z from 'zod';
import { removeWebhook as remove } from '#shared/engine/webhook/set-webhook.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { accountSlug, success } from '#shared/schemas/fields/primitives.ts';
import { webhookKind } from '#shared/schemas/webhook.ts';

export const removeWebhook = defineEndpoint({
  method: 'DELETE',
  path: '/api/settings/webhooks/{kind}',
  tag: 'Settings',
  summary: 'Stop sending events of a kind',
  description: '404 when no URL is set. Waiting deliveries are dead-lettered at their next attempt.',
  role: 'full',
  params: z.object({ kind: webhookKind }),
  query: z.object({ accountSlug: accountSlug.optional() }),
  output: z.object({ success }),
  errors: [403, 404, 409],
  loads: { account: 'accountSlug' },
  uses: ['table:write'],
  async handle({ input: { kind }, caller, now, table }) {
    await remove(table, caller, kind, now);
    return { success: true as const };
  },
});
