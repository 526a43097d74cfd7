import type { Voice } from '#shared/ports/telephony.ts';

/**
 * Telnyx' name for a voice. An Azure voice has no model; its id says it all.
 * @throws Error for a provider that the API does not accept.
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

interface TelnyxVoiceSettings {
  type: 'elevenlabs';
  api_key_ref: string;
}

/**
 * Settings besides the voice's name. Telnyx uses its own account at Azure, and the customer's at ElevenLabs:
 * `elevenLabsKeyRef` names the integration secret that holds its key.
 */
export const telnyxVoiceSettings = (voice: Voice, elevenLabsKeyRef?: string): TelnyxVoiceSettings | undefined =>
  voice.provider === 'elevenlabs' && elevenLabsKeyRef !== undefined
    ? { type: 'elevenlabs', api_key_ref: elevenLabsKeyRef }
    : undefined;
