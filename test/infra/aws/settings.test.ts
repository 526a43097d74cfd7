import { expect, test } from '@jest/globals';
import { readSettings } from '#infra/aws/settings.ts';

const settingsOf = readSettings;

test('a deployment needs no settings, and then keeps its data', () => {
  expect(settingsOf({})).toMatchObject({ stackName: 'VoiceAssistantCalling', retain: true });
});

test('settings from the command line are text and are understood as such', () => {
  expect(settingsOf({ retain: 'false', recordingRetentionDays: '12' })).toMatchObject({
    retain: false,
    recordingRetentionDays: '12',
  });
});

test('every malformed setting is named with what it must be', () => {
  const malformed = {
    retain: 'no',
    reservedConcurrency: '100',
    carrierUrl: 'http://carrier.example',
    carrierPublicKey: 'short',
    telephonyProvider: 'semaphore',
    telnyxPublicKey: 'short',
    telnyxBaseUrl: 'http://api.telnyx.com/v2',
    recordingRetentionDays: '0',
    transcriptRetentionDays: 'never',
    openaiApiKeySecretName: 'a key itself',
    maxDialsPerSecond: '0',
    stripeWebhookSecretName: 'whsec a secret itself',
    alarmTopicArn: 'my-topic',
    alarmEmail: 'nobody',
  };
  const attempt = () => settingsOf(malformed);
  for (const name of Object.keys(malformed)) expect(attempt).toThrow(`${name}: `);
  expect(attempt).toThrow('carrierUrl: must be an https:// address');
});

const TELNYX = {
  telnyxConnectionId: '2961',
  telnyxPublicKey: `${'A'.repeat(43)}=`,
  telnyxApiKeySecretName: 'calling/telnyx',
};

test.each(Object.keys(TELNYX))('Telnyx cannot be the carrier without %s', (name) => {
  const all = { ...TELNYX, telephonyProvider: 'telnyx' };
  expect(settingsOf(all)).toMatchObject(all);
  expect(() => settingsOf({ ...all, [name]: undefined })).toThrow(
    `${name}: is needed where telephonyProvider is telnyx`,
  );
  expect(() => settingsOf({ ...all, [name]: undefined, telephonyProvider: 'simulated' })).not.toThrow();
});
