import { startWebhookReceiver } from '#infra/local/commands/webhook-receiver.ts';
import type { createClient } from '#shared/client/client.ts';

/** Registers a receiver on this machine for the account's call events. */
export const receiveEvents = async (client: ReturnType<typeof createClient>, accountSlug: string) => {
  const keys = async () => {
    const { webhooks } = await client.listWebhooks({ accountSlug });
    const keyOf = (kind: 'call' | 'billing'): string =>
      webhooks.find((webhook) => webhook.kind === kind)?.verification_key ?? '';
    return { call: keyOf('call'), billing: keyOf('billing') };
  };
  const receiver = await startWebhookReceiver({ port: 0, keys });
  await client.setWebhook({ kind: 'call', accountSlug, url: receiver.url });
  return receiver;
};
