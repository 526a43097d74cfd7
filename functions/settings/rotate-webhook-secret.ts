import * as z from 'zod';
import { rotateKey } from '#shared/engine/webhook/rotate-key.ts';
import { webhookView } from '#shared/engine/webhook/webhook-view.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { accountSlug, success } from '#shared/schemas/fields/primitives.ts';
import { Webhook, webhookKind } from '#shared/schemas/webhook.ts';

export const rotateWebhookSecret = defineEndpoint({
  method: 'POST',
  path: '/api/settings/webhooks/{kind}/rotate-secret',
  tag: 'Settings',
  summary: 'Sign with a new key',
  description:
    'For 24 hours `webhook-signature` also carries a signature by the old key. The other signature header uses the ' +
    'new key at once.',
  role: 'full',
  params: z.object({ kind: webhookKind }),
  body: z.object({ accountSlug: accountSlug.optional() }),
  output: z.object({ success, webhook: Webhook }),
  errors: [403, 404, 409],
  loads: { account: 'accountSlug' },
  showsSecret: true,
  uses: ['table:write', 'secret:webhookSigning'],
  handle: ({ input: { kind }, caller, now, table, webhookSigningSecret, commit }) =>
    rotateKey(table, caller, kind, now, async (operations, rotated) => {
      const webhook = await webhookView(webhookSigningSecret, rotated, caller.role, now);
      return commit(operations, { success: true as const, webhook });
    }),
});
