import { expect, test } from '@jest/globals';
import { CARRIER_NAMES } from '#shared/providers/telephony/carrier-settings.ts';
import {
  forCarrier,
  RECORDING_HOSTS,
  TELEPHONY,
  TRANSCRIBER_CHECKS,
  WEBHOOKS,
} from '#shared/providers/telephony/carriers.ts';

const ENVIRONMENT = {
  carrierUrl: 'http://127.0.0.1:4010',
  telnyxConnectionId: '2961',
  telnyxBaseUrl: 'https://gateway.example/v2',
};

const known = CARRIER_NAMES.map((name) => `"${name}"`).join(' or ');
const noSecret = () => async () => undefined;

test('a carrier that nobody knows is told in words, whatever is asked of it', () => {
  for (const name of ['pigeon', 'constructor', '']) {
    const words = `TELEPHONY_PROVIDER must be ${known}, not "${name}".`;
    expect(() => forCarrier(TELEPHONY, name, ENVIRONMENT, noSecret)).toThrow(words);
    for (const parts of [WEBHOOKS, TRANSCRIBER_CHECKS, RECORDING_HOSTS]) {
      expect(() => forCarrier<unknown, []>(parts, name, ENVIRONMENT)).toThrow(words);
    }
  }
});

test.each(CARRIER_NAMES)('%s is chosen by its name', (name) => {
  expect(forCarrier(TELEPHONY, name, ENVIRONMENT, noSecret).providerName).toBe(name);
});

test('recordings are where the chosen carrier is, and nowhere else', () => {
  expect(forCarrier(RECORDING_HOSTS, 'simulated', ENVIRONMENT)).toEqual(['http://127.0.0.1:4010']);
  const hosts = forCarrier(RECORDING_HOSTS, 'telnyx', ENVIRONMENT);
  expect(hosts).toEqual(expect.arrayContaining(['*.telnyx.com', 'gateway.example']));
  expect(hosts).not.toContain('http://127.0.0.1:4010');
});

test('what Telnyx transcribes depends on who leads the conversations', () => {
  const flux = { provider: 'deepgram', model: 'flux', language: 'en' };
  const hosted = { ...ENVIRONMENT, telnyxAssistantId: 'assistant-1' };
  expect(forCarrier(TRANSCRIBER_CHECKS, 'simulated', ENVIRONMENT)(flux)).toBeNull();
  expect(forCarrier(TRANSCRIBER_CHECKS, 'telnyx', hosted)(flux)).toBeNull();
  expect(forCarrier(TRANSCRIBER_CHECKS, 'telnyx', ENVIRONMENT)(flux)).toContain('works only if Telnyx leads');
});

test('without a key no event is believed', async () => {
  for (const name of CARRIER_NAMES) {
    const request = { headers: {}, body: Buffer.from('{}'), receivedAt: new Date() };
    expect(await forCarrier(WEBHOOKS, name, ENVIRONMENT).verify(request)).toBe(false);
  }
});
