import { runPart } from '#infra/local/process/thread.ts';
import { type CarrierOptions, startCarrier } from './carrier.ts';

await runPart(async (options: CarrierOptions) => {
  const { url, publicKey, setWebhookUrl, stop } = await startCarrier(options);
  return { said: { url, publicKey }, hear: setWebhookUrl, stop };
});
