import { recordingHostOf } from '#shared/domain/call/recordings.ts';
import type { Secret } from '#shared/ports/secrets.ts';
import type { CarrierWebhook, Telephony, TranscriberCheck } from '#shared/ports/telephony.ts';
import {
  engineTranscriberProblem,
  hostedTranscriberProblem,
} from '#shared/providers/telephony/telnyx/conversation/transcribers.ts';
import type { CarrierEnvironment, CarrierName, CarrierSecret } from './carrier-settings.ts';
import { simulatedTelephony } from './simulated/simulated-telephony.ts';
import { simulatedWebhook } from './simulated/simulated-webhook.ts';
import { TELNYX_RECORDING_HOSTS } from './telnyx/recording-hosts.ts';
import { telnyxTelephony } from './telnyx/telnyx-telephony.ts';
import { telnyxWebhook } from './telnyx/telnyx-webhook.ts';

/** Each part is its own constant, because a bundle leaves out unused constants but not unused properties. */
type ByCarrier<Part, More extends unknown[] = []> = Readonly<
  Record<CarrierName, (environment: CarrierEnvironment, ...more: More) => Part>
>;

export const TELEPHONY: ByCarrier<Telephony, [readSecret: (name: CarrierSecret) => Secret]> = {
  simulated: ({ carrierUrl = '' }) => simulatedTelephony({ carrierUrl }),
  telnyx: (environment, readSecret) => {
    const { telnyxModelKeyRef: keyRef, modelEndpointUrl: baseUrl } = environment;
    return telnyxTelephony({
      apiKey: readSecret('telnyxApi'),
      baseUrl: environment.telnyxBaseUrl,
      connectionId: environment.telnyxConnectionId ?? '',
      assistantId: environment.telnyxAssistantId,
      voiceKeyRef: environment.telnyxVoiceKeyRef,
      llm: baseUrl ? { baseUrl, keyRef } : undefined,
    });
  },
};

/** Without a key no event is accepted. */
export const WEBHOOKS: ByCarrier<CarrierWebhook> = {
  simulated: ({ carrierPublicKey = '' }) => simulatedWebhook({ publicKey: carrierPublicKey }),
  telnyx: ({ telnyxPublicKey = '' }) => telnyxWebhook({ publicKey: telnyxPublicKey }),
};

/** The simulated carrier accepts what Telnyx can transcribe, so that a tested assistant works on real calls too. */
export const TRANSCRIBER_CHECKS: ByCarrier<TranscriberCheck> = {
  simulated: () => hostedTranscriberProblem,
  telnyx: ({ telnyxAssistantId }) => (telnyxAssistantId ? hostedTranscriberProblem : engineTranscriberProblem),
};

/** Where each carrier keeps recordings. */
export const RECORDING_HOSTS: ByCarrier<readonly string[]> = {
  simulated: ({ carrierUrl }) => recordingHostOf(carrierUrl),
  telnyx: ({ telnyxBaseUrl }) => [...TELNYX_RECORDING_HOSTS, ...recordingHostOf(telnyxBaseUrl)],
};

/**
 * The chosen carrier's part.
 * @throws Error for the operator if the name is unknown.
 */
export const forCarrier = <Part, More extends unknown[]>(
  parts: ByCarrier<Part, More>,
  name: string,
  environment: CarrierEnvironment,
  ...more: More
): Part => {
  if (Object.hasOwn(parts, name)) return parts[name as CarrierName](environment, ...more);
  const names = Object.keys(parts).map((each) => `"${each}"`);
  throw new Error(`TELEPHONY_PROVIDER must be ${names.join(' or ')}, not "${name}".`);
};
