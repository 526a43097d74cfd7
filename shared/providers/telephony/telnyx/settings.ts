import * as z from 'zod';
import { Address, type CarrierSettings, PublicKey } from '#shared/providers/telephony/setting-values.ts';

const text = z.string().regex(/\S/, 'must not be blank').optional();

const values = {
  /** With its version: `https://api.telnyx.com/v2`. */
  telnyxBaseUrl: Address.optional(),
  /** As Telnyx' portal shows it. */
  telnyxPublicKey: PublicKey.optional(),
  /** The Call Control application that calls go through. */
  telnyxConnectionId: text,
  /** The shell assistant; with it Telnyx' own conversation engine leads the calls. */
  telnyxAssistantId: text,
  /** Names of integration secrets at Telnyx: the voice vendor's key, and the token of our model endpoint. */
  telnyxVoiceKeyRef: text,
  telnyxModelKeyRef: text,
};

const NO_VOICE_KEY =
  "ElevenLabs voices need TELNYX_VOICE_KEY_REF, the name of the integration secret at Telnyx with ElevenLabs' key; Azure voices do not.";
const NO_MODEL_ENDPOINT =
  "An assistant's temperature and max_tokens have no effect: set MODEL_ENDPOINT_URL to <public base_url>/llm, where Telnyx reaches this machine's model endpoint.";

export const TELNYX_SETTINGS = {
  values,
  address: 'telnyxBaseUrl',
  needed: ['telnyxPublicKey', 'telnyxConnectionId'],
  secrets: ['telnyxApi'],
  reads: {
    telephony: [
      'telnyxBaseUrl',
      'telnyxConnectionId',
      'telnyxAssistantId',
      'telnyxVoiceKeyRef',
      'telnyxModelKeyRef',
      'modelEndpointUrl',
    ],
    webhook: ['telnyxPublicKey'],
    transcription: ['telnyxAssistantId'],
    recordings: ['telnyxBaseUrl'],
  },
  notices: (given) => [
    ...(given('telnyxVoiceKeyRef') ? [] : [NO_VOICE_KEY]),
    ...(given('telnyxAssistantId') && !given('modelEndpointUrl') ? [NO_MODEL_ENDPOINT] : []),
  ],
} as const satisfies CarrierSettings<keyof typeof values>;
