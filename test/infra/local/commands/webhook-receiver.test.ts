import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  type ReceivedEvent,
  startWebhookReceiver,
  type WebhookReceiver,
} from '#infra/local/commands/webhook-receiver.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import { signedHeaders, signingKeyOf, verificationKeyOf, type WebhookKind } from '#shared/domain/webhook/signing.ts';

const BODY = '{"type":"call.answered","data":{}}';
const REPLAY_MS = 5 * MINUTE_MS + SECOND_MS;

const keyOf = (kind: WebhookKind, version = 1) => signingKeyOf('master', { accountId: 'acct_1', kind, version });

let receiver: WebhookReceiver;
beforeAll(async () => {
  const keys = { call: verificationKeyOf(keyOf('call')), billing: verificationKeyOf(keyOf('billing')) };
  receiver = await startWebhookReceiver({ port: 0, keys: () => keys });
});
afterAll(() => receiver.stop());

const headersOf = (kind: WebhookKind, { version = 1, eventId = 'evt_1', ageMs = 0 } = {}) =>
  signedHeaders({ eventId, body: BODY, keys: [keyOf(kind, version)], now: new Date(Date.now() - ageMs) });

const post = async (headers: Record<string, string>, body = BODY): Promise<[number, ReceivedEvent | undefined]> => {
  const { status } = await fetch(receiver.url, { method: 'POST', headers, body });
  return [status, receiver.received.at(-1)];
};

test.each(['call', 'billing'] as const)(
  'a genuine event of the kind %s is a 200, and known when it comes again',
  async (kind) => {
    const headers = headersOf(kind, { eventId: `evt_${kind}` });
    const first = { id: `evt_${kind}`, kind, type: 'call.answered', problem: null, isDuplicate: false };
    expect(await post(headers)).toMatchObject([200, first]);
    expect(await post(headers)).toMatchObject([200, { ...first, isDuplicate: true }]);
  },
);

test.each<[string, Record<string, string>, string?]>([
  ['it has no signature header', {}],
  ['telephony-signature-ed25519 does not match the key', headersOf('call', { version: 2 })],
  ['telephony-signature-ed25519 does not match the key', headersOf('call'), `${BODY} `],
  ['x-signature does not match the key', headersOf('billing', { version: 2 })],
  ['x-signature does not match the key', headersOf('billing'), `${BODY} `],
  ['webhook-signature does not match the key and the time', { ...headersOf('call'), 'webhook-id': 'evt_2' }],
  ['webhook-signature does not match the key and the time', { ...headersOf('billing'), 'webhook-id': 'evt_2' }],
  ['webhook-signature does not match the key and the time', headersOf('call', { ageMs: REPLAY_MS })],
  ['webhook-signature does not match the key and the time', headersOf('billing', { ageMs: REPLAY_MS })],
])('401: %s', async (problem, headers, body = BODY) => {
  expect(await post(headers, body)).toMatchObject([401, { problem }]);
});

test('told to misbehave, it does so to genuine events, which do not count as accepted', async () => {
  const headers = headersOf('call', { eventId: 'evt_late' });
  receiver.answerWith(500);
  expect((await post(headers))[0]).toBe(500);
  receiver.answerWith('close');
  await expect(post(headers)).rejects.toThrow();
  receiver.answerWith(200);
  expect(await post(headers)).toMatchObject([200, { isDuplicate: false }]);
});
