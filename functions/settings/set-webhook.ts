import * as z from 'zod';
import { webhookUrlProblem } from '#shared/domain/webhook/url.ts';
import { webhookView } from '#shared/engine/webhook/webhook-view.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { env } from '#shared/runtime/env.ts';
import { success } from '#shared/schemas/primitives.ts';
import { SetWebhookBody, Webhook, webhookKind } from '#shared/schemas/webhook.ts';
import { setWebhookUrl } from '#shared/store/webhooks.ts';

export const setWebhook = defineEndpoint({
  method: 'PUT',
  path: '/api/settings/webhooks/{kind}',
  tag: 'Settings',
  summary: 'Set the URL for events of a kind',
  description:
    'One URL per kind. It must be a public HTTPS address; the IP address behind it is checked at every delivery. ' +
    'Waiting deliveries go to the new URL.',
  params: z.object({ kind: webhookKind }),
  body: SetWebhookBody,
  bodyRules: { url: (url) => webhookUrlProblem(url, env.webhookAllowLoopback === 'true') },
  output: z.object({ success, webhook: Webhook }),
  errors: [403, 404],
  loads: { account: 'accountSlug' },
  uses: ['table:write', 'secret:webhookSigning', 'webhookReceivers'],
  async handle({ input: { kind, url, enabled }, caller, now, table, webhookSigningSecret }) {
    const webhook = await setWebhookUrl(table, caller.accountId, kind, { url, enabled, now });
    return { success: true as const, webhook: await webhookView(webhookSigningSecret, webhook, now) };
  },
});

export const { handler } = setWebhook;
