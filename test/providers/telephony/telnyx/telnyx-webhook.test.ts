import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BEEP } from '#shared/domain/call/lifecycle.ts';
import { telnyxWebhook } from '#shared/providers/telephony/telnyx/telnyx-webhook.ts';
import { envelopeOf, newSigningKey, signDelivery } from '#test/harness/fake-telnyx/event-delivery.ts';
import { startFakeTelnyx } from '#test/harness/fake-telnyx/fake-telnyx.ts';
import { newSuiteTime } from '#test/harness/time/suite-time.ts';
import { type DeliveryReceiver, startDeliveryReceiver } from '#test/providers/telephony/deliveries.ts';

const IDENTIFIERS = {
  call_control_id: 'v3:call',
  call_leg_id: 'leg',
  call_session_id: 'session',
  client_state: 'c3RhdGU=',
  connection_id: '1494404757140276705',
  from: '+12125550100',
  to: '+14155550001',
};

const { privateKey, publicKey } = newSigningKey();
const webhook = telnyxWebhook({ publicKey });

const event = (event_type: string, payload: object) => ({
  data: {
    record_type: 'event',
    event_type,
    id: '0ccc7b54-4df3-4bca-a65a-3da1ecc777f0',
    occurred_at: '2026-03-02T15:00:00.000000Z',
    payload: { ...IDENTIFIERS, ...payload },
  },
  meta: { attempt: 1 },
});
const normalised = (event_type: string, payload: object) => webhook.normalise(event(event_type, payload));

const time = newSuiteTime();

let receiver: DeliveryReceiver;
beforeAll(async () => {
  receiver = await startDeliveryReceiver();
});
afterAll(() => receiver.stop());

test('an event keeps its identifiers, its id and its time', () => {
  expect(normalised('call.initiated', { direction: 'outgoing', start_time: '2026-03-02T14:59:59.0Z' })).toEqual([
    {
      type: 'call.initiated',
      data: {
        ...IDENTIFIERS,
        direction: 'outbound',
        start_time: '2026-03-02T14:59:59.0Z',
        event_id: '0ccc7b54-4df3-4bca-a65a-3da1ecc777f0',
        occurred_at: '2026-03-02T15:00:00.000000Z',
      },
    },
  ]);
});

test.each([
  ['call.initiated', { direction: 'incoming' }, 'call.initiated', { direction: 'inbound' }],
  ['call.answered', { state: 'answered' }, 'call.answered', {}],
  ['call.hangup', { hangup_cause: 'timeout' }, 'call.hangup', { hangup_cause: 'timeout' }],
  ['call.hangup', { hangup_cause: 'not_found' }, 'call.hangup', { hangup_cause: 'invalid_number' }],
  ['call.hangup', { hangup_cause: 'user_busy' }, 'call.hangup', { end_time: '2026-03-02T15:00:00.000000Z' }],
  ['call.machine.detection.ended', { result: 'human' }, 'call.machine_detection.ended', { result: 'human' }],
  ['call.machine.detection.ended', { result: 'not_sure' }, 'call.machine_detection.ended', { result: 'unknown' }],
  ['call.machine.greeting.ended', { result: 'ended' }, 'call.machine_greeting.ended', { result: null }],
  ['call.machine.premium.greeting.ended', { result: 'beep_detected' }, 'call.machine_greeting.ended', { result: BEEP }],
  ['call.speak.ended', { status: 'completed' }, 'call.speak.ended', { status: 'completed' }],
  ['call.conversation.created', { conversation_id: 'c1' }, 'call.conversation.created', { conversation_id: 'c1' }],
  ['call.conversation.ended', { conversation_id: 'c1' }, 'call.conversation.ended', { conversation_id: 'c1' }],
  ['call.cost', { total_cost: '0.0105' }, 'call.cost', { cost: { totalUsd: '0.0105' } }],
])('%s %j becomes %s %j', (telnyxType, payload, type, data) => {
  expect(normalised(telnyxType, payload)).toMatchObject([{ type, data }]);
});

test.each([
  ['human_residence', 'human'],
  ['human_business', 'human'],
  ['machine', 'machine'],
  ['fax_detected', 'machine'],
  ['silence', 'unknown'],
  ['not_sure', 'unknown'],
  ['constructor', 'unknown'],
])('premium detection of %s is %s', (result, expected) => {
  expect(normalised('call.machine.premium.detection.ended', { result })).toMatchObject([
    { type: 'call.machine_detection.ended', data: { result: expected } },
  ]);
});

test('a recording is the WAV, else the MP3, of the leg that it names', () => {
  const leg = { call_control_id: undefined, from: undefined, to: undefined };
  const recorded = (recording_urls: object) => normalised('call.recording.saved', { ...leg, recording_urls })[0]?.data;
  expect(recorded({ wav: 'https://x/1.wav', mp3: 'https://x/1.mp3' })).toMatchObject({
    call_control_id: '',
    call_leg_id: 'leg',
    recording_url: 'https://x/1.wav',
  });
  expect(recorded({ wav: null, mp3: 'https://x/1.mp3' })).toMatchObject({ recording_url: 'https://x/1.mp3' });
  expect(recorded({})).toMatchObject({ recording_url: null });
});

test('what was heard is interim or final', () => {
  const heard = (data: object) => normalised('call.transcription', { transcription_data: data })[0]?.data.transcription;
  expect(heard({ transcript: 'Hel', is_final: false, confidence: null })).toEqual({ text: 'Hel', isFinal: false });
  expect(heard({ transcript: 'Hello.', is_final: true })).toEqual({ text: 'Hello.', isFinal: true });
  expect(heard({ transcript: 'Hello.' })).toEqual({ text: 'Hello.', isFinal: true });
});

test.each([
  ['call.transcription', {}],
  ['call.conversation.created', {}],
  ['call.cost', { total_cost: null, status: 'error' }],
  ['call.speak.started', {}],
  ['constructor', {}],
])('%s %j is none of our events', (type, payload) => {
  expect(normalised(type, payload)).toEqual([]);
});

test('there is no call.completed: Telnyx knows none', () => {
  expect(normalised('call.hangup', { hangup_cause: 'normal_clearing' }).map(({ type }) => type)).toEqual([
    'call.hangup',
  ]);
});

test('a signature covers letters of any language', async () => {
  const body = envelopeOf({ event_type: 'call.transcription', payload: { said: 'Grüße, 你好 👋' } });
  const { headers } = signDelivery(privateKey, body);
  const delivery = { headers, body: Buffer.from(body), receivedAt: new Date() };
  expect(await webhook.verify(delivery)).toBe(true);
});

test('a repeated delivery has the id of the first', async () => {
  const telnyx = await startFakeTelnyx({ webhookUrl: receiver.url });
  telnyx.callIn('+14155554343', '+12125550008');
  const idsOf = (type: string) =>
    receiver.received
      .flatMap(({ body }) => webhook.normalise(JSON.parse(body.toString('utf8'))))
      .flatMap((one) => (one.type === type ? [one.data.event_id] : []));
  await time.until(() => idsOf('call.hangup').length === 2, 'the hangup twice');
  expect(new Set(idsOf('call.hangup')).size).toBe(1);
  await telnyx.stop();
});
