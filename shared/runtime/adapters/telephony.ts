import type { Telephony } from '#shared/ports/telephony.ts';
import { simulatedTelephony } from '#shared/providers/telephony/simulated/simulated-telephony.ts';
import { telnyxTelephony } from '#shared/providers/telephony/telnyx/telnyx-telephony.ts';
import { provide } from '#shared/runtime/define/build-ports.ts';
import { env } from '#shared/runtime/env.ts';
import { clock } from '#shared/runtime/system.ts';
import { secretReader } from './secret-reader.ts';
import { unknownProvider } from './unknown-provider.ts';

const telnyx = (): Telephony => {
  const readKey = secretReader('telnyxApi', () => clock().getTime());
  const { telnyxModelKeyRef: keyRef, modelEndpointUrl: baseUrl } = env;
  return telnyxTelephony({
    apiKey: async () => (await readKey()) ?? '',
    baseUrl: env.telnyxBaseUrl,
    connectionId: env.telnyxConnectionId,
    assistantId: env.telnyxAssistantId,
    voiceKeyRef: env.telnyxVoiceKeyRef,
    llm: baseUrl ? { baseUrl, keyRef } : undefined,
  });
};

const build = (): Telephony => {
  switch (env.telephonyProvider) {
    case 'simulated':
      return simulatedTelephony({ carrierUrl: env.carrierUrl });
    case 'telnyx':
      return telnyx();
    default:
      return unknownProvider(env.telephonyProvider);
  }
};

provide('telephony', () => ({ telephony: build() }));
