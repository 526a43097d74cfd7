import { startWebhookReceiver } from '#infra/local/commands/webhook-receiver.ts';
import type { Client } from '#test/benchmark/service/measured-service.ts';

/** Registers a receiver on this machine for the account's call events. */
export const receiveEvents = async (client: Client, accountSlug: string) => {
  const { webhooks } = await client.listWebhooks({ accountSlug });
  const keyOf = (kind: 'call' | 'billing'): string =>
    webhooks.find((webhook) => webhook.kind === kind)?.verification_key ?? '';
  const keys = { call: keyOf('call'), billing: keyOf('billing') };
  const receiver = await startWebhookReceiver({ port: 0, keys: () => keys });
  await client.setWebhook({ kind: 'call', accountSlug, url: receiver.url });
  return receiver;
};
