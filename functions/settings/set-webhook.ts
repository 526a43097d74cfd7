import * as z from 'zod';
import { extraEventsProblem } from '#shared/domain/webhook/extra-events.ts';
import { setWebhook as set } from '#shared/engine/webhook/set-webhook.ts';
import { webhookView } from '#shared/engine/webhook/webhook-view.ts';
import { portsOnce } from '#shared/runtime/build-ports.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { success } from '#shared/schemas/fields/primitives.ts';
import { SetWebhookBody, Webhook, webhookKind } from '#shared/schemas/webhook.ts';

/** A rule is applied before a request has its ports, so it needs its own. */
const rulePorts = portsOnce(['webhookUrls']);

export const setWebhook = defineEndpoint({
  method: 'PUT',
  path: '/api/settings/webhooks/{kind}',
  tag: 'Settings',
  summary: 'Set the URL for events of a kind',
  description:
    'One URL per kind. It must be a public HTTPS address; the IP address behind it is checked at every delivery. ' +
    'Waiting deliveries go to the new URL. What is left out has its default, also where a URL is set already.',
  role: 'full',
  params: z.object({ kind: webhookKind }),
  body: SetWebhookBody,
  bodyRules: {
    url: (url) => rulePorts().webhookUrlProblem(url),
    extraEvents: (events, _now, _caller, { kind }) => extraEventsProblem(events, kind),
  },
  output: z.object({ success, webhook: Webhook }),
  errors: [403, 404, 409],
  loads: { account: 'accountSlug' },
  uses: ['table:write', 'secret:webhookSigning', 'webhookUrls'],
  async handle({ input: { kind, url, enabled, extraEvents }, caller, now, table, webhookSigningSecret }) {
    const webhook = await set(table, caller, { kind, url, enabled, extraEvents }, now);
    return { success: true as const, webhook: await webhookView(webhookSigningSecret, webhook, caller.role, now) };
  },
});
