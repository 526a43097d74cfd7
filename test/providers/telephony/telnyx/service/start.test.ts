import { expect, test } from '@jest/globals';
import { newSigningKey } from '#test/harness/fake-telnyx/event-delivery.ts';
import { refusalToStart, wordsOfStart } from '#test/harness/stack/child-service.ts';

const COMPLETE = {
  TELEPHONY_PROVIDER: 'telnyx',
  TELNYX_API_KEY: 'KEY-secret',
  TELNYX_PUBLIC_KEY: newSigningKey().publicKey,
  TELNYX_CONNECTION_ID: '2961',
};

test.each([
  [
    'an unknown carrier',
    { TELEPHONY_PROVIDER: 'pigeon' },
    'TELEPHONY_PROVIDER must be "simulated" or "telnyx", not "pigeon".',
  ],
  [
    'nothing but the name of the carrier',
    { TELEPHONY_PROVIDER: 'telnyx' },
    'TELEPHONY_PROVIDER=telnyx needs TELNYX_API_KEY, TELNYX_PUBLIC_KEY, TELNYX_CONNECTION_ID too.',
  ],
  [
    'no connection',
    { ...COMPLETE, TELNYX_CONNECTION_ID: '' },
    'TELEPHONY_PROVIDER=telnyx needs TELNYX_CONNECTION_ID too.',
  ],
  ['a key of another kind', { ...COMPLETE, TELNYX_PUBLIC_KEY: 'abc' }, 'TELNYX_PUBLIC_KEY must be base64 of 32 bytes'],
  ['no address', { ...COMPLETE, TELNYX_BASE_URL: 'telnyx' }, 'TELNYX_BASE_URL must be an address'],
])('with %s it does not start, in words', async (_, variables, words) => {
  const refusal = await refusalToStart(variables);
  expect(refusal).toContain(words);
  expect(refusal).not.toMatch(/KEY-secret|at .*\.ts:/);
});

test('it says that calls go through Telnyx, no simulated carrier runs, and what calls will lack is told', async () => {
  const { words, address } = await wordsOfStart(COMPLETE);
  expect(words).toMatch(/Ready at http:\/\/localhost:\d+ \(calls go through the carrier "telnyx"\)/);
  expect(words).toMatch(/^No key of a language model is set, .*; set OPENAI_API_KEY, .* or XAI_API_KEY\.$/m);
  expect(words).toMatch(/^ElevenLabs voices need TELNYX_VOICE_KEY_REF, .*; Azure voices do not\.$/m);
  expect(address).toMatchObject({ telephony_provider: 'telnyx', carrier_url: null });
});

test('where nothing is missing, nothing is said to be', async () => {
  const further = { TELNYX_VOICE_KEY_REF: 'our-elevenlabs-key', OPENAI_API_KEY: 'sk-0123456789' };
  const { words } = await wordsOfStart({ ...COMPLETE, ...further });
  expect(words).not.toMatch(/No key of a language model|TELNYX_VOICE_KEY_REF/);
});
