import * as z from 'zod';
import { Address, PublicKey } from '#shared/providers/telephony/setting-values.ts';

const text = z.string().min(1);

const values = {
  /** With its version: `https://api.telnyx.com/v2`. */
  telnyxBaseUrl: Address.optional(),
  /** As Telnyx' portal shows it. */
  telnyxPublicKey: PublicKey.optional(),
  /** The Call Control application that calls go through. */
  telnyxConnectionId: text,
  /** The shell assistant; with it Telnyx' own conversation engine leads the calls. */
  telnyxAssistantId: text.optional(),
  /** Names of integration secrets at Telnyx: the voice vendor's key, and the token of our model endpoint. */
  telnyxVoiceKeyRef: text.optional(),
  telnyxModelKeyRef: text.optional(),
  /** Address of our model endpoint, as Telnyx reaches it; without it Telnyx asks the model itself. */
  modelEndpointUrl: Address.optional(),
};
export type TelnyxEnvironment = z.output<z.ZodObject<typeof values>>;

export const TELNYX_SETTINGS = {
  values,
  needed: ['telnyxConnectionId', 'telnyxPublicKey'] satisfies (keyof TelnyxEnvironment)[],
  secrets: ['telnyxApi'],
  lacking: {
    telnyxVoiceKeyRef:
      "ElevenLabs voices need TELNYX_VOICE_KEY_REF, the name of the integration secret at Telnyx with ElevenLabs' key; Azure voices do not.",
    modelEndpointUrl:
      "An assistant's temperature and max_tokens have no effect: set MODEL_ENDPOINT_URL to <public base_url>/llm, where Telnyx reaches this machine's model endpoint.",
  } satisfies { [Name in keyof TelnyxEnvironment]?: string },
} as const;
