import type { CarrierWebhook } from '#shared/ports/telephony.ts';
import { simulatedWebhook } from '#shared/providers/telephony/simulated/simulated-webhook.ts';
import { telnyxWebhook } from '#shared/providers/telephony/telnyx/telnyx-webhook.ts';
import { provide } from '#shared/runtime/define/build-ports.ts';
import { env } from '#shared/runtime/env.ts';
import { unknownProvider } from './unknown-provider.ts';

/** Without a key nothing can be verified, so nothing is believed. */
const build = (): CarrierWebhook => {
  switch (env.telephonyProvider) {
    case 'simulated':
      return simulatedWebhook({ publicKey: env.carrierPublicKey ?? '' });
    case 'telnyx':
      return telnyxWebhook({ publicKey: env.telnyxPublicKey ?? '' });
    default:
      return unknownProvider(env.telephonyProvider);
  }
};

provide('carrierWebhook', () => ({ carrierWebhook: build() }));
