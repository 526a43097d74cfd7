import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { signEd25519 } from '#shared/domain/signatures.ts';
import { sender } from '#test/harness/client.ts';
import { stack } from '#test/harness/stack/environment.ts';

const PATH = '/api/db/webhook';
const EVENT = JSON.stringify({
  type: 'call.initiated',
  data: { call_control_id: 'cc_foreign', from: '+14155550100', to: '+14155550001', direction: 'outbound' },
});

const send = sender();
const carrierKey = (): KeyObject => createPrivateKey(readFileSync(join(stack().state_dir, 'carrier-key.pem')));
const strangersKey = generateKeyPairSync('ed25519').privateKey;

const deliver = async (text: string, signature: string | undefined) => {
  const { status, body } = await send('POST', PATH, text, {
    'content-type': 'application/json',
    ...(signature !== undefined && { 'telephony-signature-ed25519': signature }),
  });
  return { status, body };
};

const sign = (text: string, key = carrierKey()): string => signEd25519(key, Buffer.from(text));

describe('200', () => {
  test('an event under the signature of the carrier is accepted', async () => {
    expect(await deliver(EVENT, sign(EVENT))).toEqual({ status: 200, body: { success: true } });
  });

  test('the signature counts for the bytes as they came', async () => {
    const spaced = JSON.stringify(JSON.parse(EVENT), null, 4);
    expect((await deliver(spaced, sign(spaced))).status).toBe(200);
    expect((await deliver(spaced, sign(EVENT))).status).toBe(401);
  });

  test('the same event again is accepted again', async () => {
    expect((await deliver(EVENT, sign(EVENT))).status).toBe(200);
  });

  test.each(['Yes 😀 please.', 'beyond \uffff and \ufffe', 'مرحبا'])('words may be any: %j', async (transcript) => {
    const transcription_data = { transcript, is_final: true };
    const text = JSON.stringify({
      type: 'call.transcription',
      data: { call_control_id: 'cc_foreign', transcription_data },
    });
    expect((await deliver(text, sign(text))).status).toBe(200);
  });

  test('an event of an unknown type is accepted and ignored', async () => {
    const text = JSON.stringify({ type: 'call.dtmf.received', data: { call_control_id: 'cc_foreign' } });
    expect((await deliver(text, sign(text))).status).toBe(200);
  });
});

describe('400', () => {
  test('a signed body that is no JSON object is refused', async () => {
    for (const text of ['{', '[]']) expect((await deliver(text, sign(text))).status).toBe(400);
  });
});

describe('401', () => {
  test.each<[string, () => string | undefined]>([
    ['no signature', () => undefined],
    ['an empty signature', () => ''],
    ['garbage', () => 'garbage'],
    ['the signature of a stranger', () => sign(EVENT, strangersKey)],
    ['the signature of another body', () => sign(`${EVENT} `)],
    ['a signature that is cut short', () => sign(EVENT).slice(4)],
    ['the signature in hexadecimal', () => Buffer.from(sign(EVENT), 'base64').toString('hex')],
  ])('%s is refused', async (_, signature) => {
    expect(await deliver(EVENT, signature())).toEqual({ status: 401, body: { error: 'Unauthorized' } });
  });

  test('an account token opens no webhook', async () => {
    const { status } = await send('POST', PATH, EVENT, { authorization: 'Bearer x' });
    expect(status).toBe(401);
  });
});
