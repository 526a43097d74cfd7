import * as z from 'zod';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { accountSlug, success } from '#shared/schemas/primitives.ts';
import { webhookKind } from '#shared/schemas/webhook.ts';
import { changeWebhookUrl } from '#shared/store/webhooks.ts';

export const removeWebhook = defineEndpoint({
  method: 'DELETE',
  path: '/api/settings/webhooks/{kind}',
  tag: 'Settings',
  summary: 'Stop sending events of a kind',
  description:
    '404 when no URL is set. Waiting deliveries are dead-lettered at their next attempt. `accountSlug` may be ' +
    'sent in a JSON body instead.',
  params: z.object({ kind: webhookKind }),
  query: z.object({ accountSlug: accountSlug.optional() }),
  output: z.object({ success }),
  errors: [403, 404, 409],
  loads: { account: 'accountSlug' },
  uses: ['table:write'],
  async handle({ input: { kind }, caller, now, table }) {
    await table.write(changeWebhookUrl({ account_id: caller.accountId, kind }, { url: null, enabled: false, now }));
    return { success: true as const };
  },
});
