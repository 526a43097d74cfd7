import { MODEL_PROVIDERS } from '#shared/domain/assistant/model-providers.ts';
import type { Assistant } from './assistant-values.ts';

const PROVIDER_WORDS: Record<Assistant['provider'], string> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  groq: 'Groq',
  xai: 'xAI',
};

const VOICE_PROVIDER_WORDS: Record<Assistant['voice_provider'], string> = {
  elevenlabs: 'ElevenLabs',
  azure: 'Azure',
};

export const PROVIDER_CHOICES = MODEL_PROVIDERS.map((value) => ({
  value,
  words: PROVIDER_WORDS[value],
}));

export const VOICE_PROVIDER_CHOICES = Object.entries(VOICE_PROVIDER_WORDS).map(([value, words]) => ({
  value,
  words,
}));

/** Offered while typing. Which of them a call can use depends on the carrier. */
export const TRANSCRIBERS = ['deepgram', 'assemblyai', 'azure', 'google', 'openai', 'soniox', 'speechmatics', 'xai'];

export const LANGUAGES = [
  'en-US',
  'en-GB',
  'de-DE',
  'es-ES',
  'es-MX',
  'fr-FR',
  'it-IT',
  'nl-NL',
  'pl-PL',
  'pt-BR',
  'pt-PT',
  'sv-SE',
  'tr-TR',
  'uk-UA',
  'hi-IN',
  'ja-JP',
];

/** How calls reach or leave an assistant, in words. */
export const directionWords = ({
  inbound_enabled: takes,
  outbound_enabled: places,
}: Pick<Assistant, 'inbound_enabled' | 'outbound_enabled'>): string => {
  if (takes && places) return 'Inbound and outbound';
  if (takes) return 'Inbound';
  return places ? 'Outbound' : 'Neither';
};
