import { startWebhookReceiver } from '#infra/local/commands/webhook-receiver.ts';
import type { Client } from '#test/benchmark/service/measured-service.ts';

/** Registers a receiver on this machine for the account's call events. */
export const receiveEvents = async (client: Client, accountSlug: string) => {
  const keys = { call: '', billing: '' };
  const receiver = await startWebhookReceiver({ port: 0, keys: () => keys });
  const { webhook } = await client.setWebhook({ kind: 'call', accountSlug, url: receiver.url });
  keys.call = webhook.verification_key ?? '';
  return receiver;
};
