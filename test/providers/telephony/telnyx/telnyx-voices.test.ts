import { expect, test } from '@jest/globals';
import { telnyxVoice, telnyxVoiceSettings } from '#shared/providers/telephony/telnyx/conversation/voices.ts';

const RACHEL = { provider: 'elevenlabs', model: 'eleven_flash_v2_5', voiceId: '21m00Tcm4TlvDq8ikWAM' };
const AVA = { provider: 'azure', model: 'neural', voiceId: 'en-US-AvaMultilingualNeural' };
const AVA_HD = { provider: 'azure', model: 'hd', voiceId: 'en-US-Ava:DragonHDLatestNeural' };

test.each([
  [RACHEL, 'ElevenLabs.eleven_flash_v2_5.21m00Tcm4TlvDq8ikWAM'],
  [AVA, 'Azure.en-US-AvaMultilingualNeural'],
  [AVA_HD, 'Azure.en-US-Ava:DragonHDLatestNeural'],
])('%j is %s at Telnyx', (voice, name) => {
  expect(telnyxVoice(voice)).toBe(name);
});

test('a provider that the API does not accept has no voice', () => {
  expect(() => telnyxVoice({ ...RACHEL, provider: 'a-vendor-of-tomorrow' })).toThrow('a-vendor-of-tomorrow');
});

test('ElevenLabs speaks with the key that the secret holds, Azure without one', () => {
  expect(telnyxVoiceSettings(RACHEL, 'elevenlabs-key')).toEqual({ type: 'elevenlabs', api_key_ref: 'elevenlabs-key' });
  expect(telnyxVoiceSettings(RACHEL)).toBeUndefined();
  expect(telnyxVoiceSettings(AVA, 'elevenlabs-key')).toBeUndefined();
});
