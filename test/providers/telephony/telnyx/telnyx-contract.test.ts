import { telnyxTelephony } from '#shared/providers/telephony/telnyx/telnyx-telephony.ts';
import { telnyxWebhook } from '#shared/providers/telephony/telnyx/telnyx-webhook.ts';
import { newSigningKey, signDelivery } from '#test/harness/fake-telnyx/event-delivery.ts';
import { startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import { telephonyContract } from '#test/providers/telephony/contract.ts';
import { deadAddress } from '#test/providers/telephony/deliveries.ts';

telephonyContract('Telnyx', async ({ webhookUrl }) => {
  const telnyx = await startFakeTelnyx({ webhookUrl, speed: 1 });
  const { apiKey, baseUrl, connectionId, publicKey } = telnyx;
  return {
    telephony: telnyxTelephony({ apiKey, baseUrl, connectionId }),
    unreachable: telnyxTelephony({ apiKey, baseUrl: `${await deadAddress()}/v2`, connectionId }),
    webhook: (key = publicKey) => telnyxWebhook({ publicKey: key }),
    otherPublicKey: newSigningKey().publicKey,
    signatureHeaders: ['telnyx-signature-ed25519', 'telnyx-timestamp'],
    signedAt: (body, at) => {
      const { headers } = signDelivery(telnyx.privateKey, body.toString('utf8'), at);
      return { headers, body, receivedAt: new Date() };
    },
    placedCalls: telnyx.callsTo,
    callIn: async (from, to) => telnyx.callIn(from, to),
    stop: telnyx.stop,
  };
});
