import { expect, test } from '@jest/globals';
import {
  ofCarrier,
  RECORDING_HOSTS,
  TELEPHONY,
  TRANSCRIBER_CHECKS,
  WEBHOOKS,
} from '#shared/providers/telephony/carriers.ts';

const environment = (telephonyProvider: string) => ({
  telephonyProvider,
  carrierUrl: 'http://127.0.0.1:4010',
  telnyxConnectionId: '2961',
  telnyxBaseUrl: 'https://gateway.example/v2',
});

const noSecret = () => async () => undefined;

test('a carrier that nobody knows is told in words, whatever is asked of it', () => {
  for (const name of ['pigeon', 'constructor', '']) {
    const unknown = environment(name);
    const words = `TELEPHONY_PROVIDER must be "simulated" or "telnyx", not "${name}".`;
    expect(() => ofCarrier(TELEPHONY, unknown, noSecret)).toThrow(words);
    for (const parts of [WEBHOOKS, TRANSCRIBER_CHECKS, RECORDING_HOSTS]) {
      expect(() => ofCarrier<unknown, []>(parts, unknown)).toThrow(words);
    }
  }
});

test.each(['simulated', 'telnyx'])('%s is chosen by its name', (name) => {
  expect(ofCarrier(TELEPHONY, environment(name), noSecret).providerName).toBe(name);
});

test('recordings are where the chosen carrier is, and nowhere else', () => {
  expect(ofCarrier(RECORDING_HOSTS, environment('simulated'))).toEqual(['http://127.0.0.1:4010']);
  const hosts = ofCarrier(RECORDING_HOSTS, environment('telnyx'));
  expect(hosts).toEqual(expect.arrayContaining(['*.telnyx.com', 'gateway.example']));
  expect(hosts).not.toContain('http://127.0.0.1:4010');
});

test('what Telnyx transcribes depends on who leads the conversations', () => {
  const flux = { provider: 'deepgram', model: 'flux', language: 'en' };
  const hosted = { ...environment('telnyx'), telnyxAssistantId: 'assistant-1' };
  expect(ofCarrier(TRANSCRIBER_CHECKS, environment('simulated'))(flux)).toBeNull();
  expect(ofCarrier(TRANSCRIBER_CHECKS, hosted)(flux)).toBeNull();
  expect(ofCarrier(TRANSCRIBER_CHECKS, environment('telnyx'))(flux)).toContain('works only if Telnyx leads');
});

test('without a key no event is believed', async () => {
  for (const name of ['simulated', 'telnyx']) {
    const request = { headers: {}, body: Buffer.from('{}'), receivedAt: new Date() };
    expect(await ofCarrier(WEBHOOKS, environment(name)).verify(request)).toBe(false);
  }
});
