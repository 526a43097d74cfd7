import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { WebhookReceiver } from '#infra/local/commands/webhook-receiver.ts';
import { verificationProblem } from '#infra/local/commands/webhook-verification.ts';
import { hmacSha256Base64, verifyEd25519 } from '#shared/domain/signatures.ts';
import type { WebhookKind } from '#shared/domain/webhook/signing.ts';
import { newAccount, type TestAccount } from '#test/harness/given/account.ts';
import { DEAD_URL, keysOf, receiverFor, rotate, sendTest, setUrl } from '#test/harness/given/webhooks.ts';
import { expectRefused, statusOf } from '#test/harness/refusals.ts';

let account: TestAccount;
let receiver: WebhookReceiver;
beforeEach(async () => {
  account = await newAccount();
  receiver = await receiverFor(account);
});

/** The event that a test sends now, and its headers as a fetch-like framework shows them. */
const nextEvent = async (kind: 'call' | 'billing') => {
  await sendTest(account, kind);
  const event = receiver.received.at(-1);
  if (!event) throw new Error('Nothing has arrived.');
  return { event, headers: event.headers as Record<string, string> };
};

/** What a receiver of Ed25519 signatures does after the Standard Webhooks specification. */
const verifiesStandard = (key: string, headers: Record<string, string>, body: Buffer): boolean => {
  const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
  const signatures = headers['webhook-signature']?.split(' ') ?? [];
  return signatures.some((signature) => signature.startsWith('v1a,') && verifyEd25519(key, signed, signature.slice(4)));
};

const rotatedKey = async (kind: WebhookKind): Promise<string> =>
  String((await rotate(account, kind)).webhook.verification_key);

test('call: the new key signs at once, and the one before it too in webhook-signature', async () => {
  const { call: old = '' } = await keysOf(account);
  const current = await rotatedKey('call');
  expect([(await keysOf(account)).call, current === old]).toEqual([current, false]);
  const { event, headers } = await nextEvent('call');
  const own = String(headers['telephony-signature-ed25519']);
  expect([current, old].map((key) => verifyEd25519(key, event.body, own))).toEqual([true, false]);
  expect([current, old].map((key) => verifiesStandard(key, headers, event.body))).toEqual([true, true]);
  expect(verificationProblem(event, { call: current })).toBeNull();
});

test('billing: the same, by the Standard Webhooks library', async () => {
  const { billing: old = '' } = await keysOf(account);
  const current = await rotatedKey('billing');
  const { event, headers } = await nextEvent('billing');
  expect(headers['x-signature']).toBe(hmacSha256Base64(current, event.body));
  for (const key of [current, old]) {
    expect(new Webhook(key).verify(event.body, headers)).toEqual(JSON.parse(event.body.toString()));
    expect(new Webhook(key, { format: 'raw' }).verify(event.body, headers)).toBeDefined();
  }
  const stranger = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  expect(() => new Webhook(stranger).verify(event.body, headers)).toThrow('No matching signature');
});

test('every key stays valid for a day, however often it is rotated; beyond five earlier ones it is refused', async () => {
  const { billing: first = '' } = await keysOf(account);
  const second = await rotatedKey('billing');
  const third = await rotatedKey('billing');
  const { event, headers } = await nextEvent('billing');
  for (const key of [third, second, first]) expect(new Webhook(key).verify(event.body, headers)).toBeDefined();
  for (let more = 0; more < 3; more++) await rotate(account, 'billing');
  expect(await statusOf(rotate(account, 'billing'))).toBe(409);
  expect((await keysOf(account)).billing).toEqual(expect.any(String));
});

test('each kind and account has its own', async () => {
  const other = await newAccount();
  await setUrl(other, 'call', DEAD_URL);
  const before = [(await keysOf(account)).billing, (await keysOf(other)).call];
  await rotate(account, 'call');
  expect([(await keysOf(account)).billing, (await keysOf(other)).call]).toEqual(before);
});

test('several rotations at once each make a key of their own', async () => {
  const replies = await Promise.all(Array.from({ length: 4 }, () => rotate(account, 'call')));
  const shown = replies.map(({ webhook }) => webhook.verification_key);
  expect(new Set(shown).size).toBe(4);
  expect(shown).toContain((await keysOf(account)).call);
});

test('repeated under its Idempotency-Key it rotates once, and the secret is not shown again', async () => {
  const key = { idempotencyKey: randomUUID() };
  const again = () => account.api.rotateWebhookSecret({ kind: 'billing' }, key);
  const { verification_key } = (await again()).webhook;
  await expectRefused(again(), 409, 'showed a secret');
  expect((await keysOf(account)).billing).toBe(verification_key);
});

test('404 where no URL is set', async () => {
  const other = await newAccount();
  expect(await statusOf(rotate(other, 'call'))).toBe(404);
});
