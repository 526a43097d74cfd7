import * as z from 'zod';
import { notFound } from '#shared/domain/errors.ts';
import { webhookView } from '#shared/engine/webhook/webhook-view.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { accountSlug, success } from '#shared/schemas/primitives.ts';
import { Webhook, webhookKind } from '#shared/schemas/webhook.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { changeWebhookKey, getWebhook, rotatedKey } from '#shared/store/webhooks.ts';

export const rotateWebhookSecret = defineEndpoint({
  method: 'POST',
  path: '/api/settings/webhooks/{kind}/rotate-secret',
  tag: 'Settings',
  summary: 'Sign with a new key',
  description:
    'For 24 hours `webhook-signature` carries signatures by the old key too; the other signature header is by the new key at once.',
  params: z.object({ kind: webhookKind }),
  body: z.object({ accountSlug: accountSlug.optional() }),
  output: z.object({ success, webhook: Webhook }),
  errors: [403, 404, 409],
  loads: { account: 'accountSlug' },
  showsSecret: true,
  uses: ['table:write', 'secret:webhookSigning'],
  handle: ({ input: { kind }, caller, now, table, webhookSigningSecret, commit }) =>
    retryingLostRaces(async () => {
      const webhook = await getWebhook(table, caller.accountId, kind);
      if (!webhook) throw notFound(`A URL for ${kind} webhooks`);
      const changes = rotatedKey(webhook, now);
      const rotated = await webhookView(webhookSigningSecret, { ...webhook, ...changes }, now);
      return commit([changeWebhookKey(webhook, changes)], { success: true as const, webhook: rotated });
    }),
});

export const { handler } = rotateWebhookSecret;
