import type { Voice } from '#shared/ports/telephony.ts';

/**
 * Telnyx's name for a voice. Azure has no models at Telnyx: what an ElevenLabs model decides is part of an Azure voice's id.
 * @throws for a provider that the API does not accept.
 */
export const telnyxVoice = ({ provider, model, voiceId }: Voice): string => {
  switch (provider) {
    case 'elevenlabs':
      return `ElevenLabs.${model}.${voiceId}`;
    case 'azure':
      return `Azure.${voiceId}`;
    default:
      throw new Error(`Telnyx has no voices of "${provider}" for this service.`);
  }
};

export interface TelnyxVoiceSettings {
  type: 'elevenlabs';
  api_key_ref: string;
}

/**
 * Settings beside the voice's name. Telnyx speaks with Azure on its own account, and with ElevenLabs on the customer's:
 * `elevenLabsKeyRef` is the identifier of the integration secret that holds that key, never the key.
 */
export const telnyxVoiceSettings = (voice: Voice, elevenLabsKeyRef?: string): TelnyxVoiceSettings | undefined =>
  voice.provider === 'elevenlabs' && elevenLabsKeyRef !== undefined
    ? { type: 'elevenlabs', api_key_ref: elevenLabsKeyRef }
    : undefined;
