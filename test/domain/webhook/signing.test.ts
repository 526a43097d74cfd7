import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { hmacSha256Base64 } from '#shared/domain/signatures.ts';
import {
  type KeyName,
  type SigningKey,
  signedHeaders,
  signingKeyOf,
  verificationKeyOf,
  WEBHOOK_KINDS,
} from '#shared/domain/webhook/signing.ts';

const MASTER = 'master-secret-of-the-test';
const eventId = 'evt_5f2a90c41b7d4e0c8a3b6d1f9e7c2a54';
const body = '{"type":"call.answered","data":{"to":"+12025550143","name":"Zoë 🎉"}}';
/** DER header of an Ed25519 public key (RFC 8410); the raw 32 bytes follow. */
const SPKI_HEADER = Buffer.from('302a300506032b6570032100', 'hex');

const keyOf = (name: Partial<KeyName> = {}): SigningKey =>
  signingKeyOf(MASTER, { accountId: 'acct_1', kind: 'billing', version: 1, ...name });

const holds = (key: SigningKey, signed: string, signature = ''): boolean => {
  const der = Buffer.concat([SPKI_HEADER, Buffer.from(verificationKeyOf(key), 'base64')]);
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return verify(null, Buffer.from(signed), publicKey, Buffer.from(signature, 'base64'));
};

const signaturesOf = (headers: Record<string, string>): string[] => headers['webhook-signature']?.split(' ') ?? [];

const now = new Date();
const sign = (...keys: [SigningKey, ...SigningKey[]]) => signedHeaders({ eventId, body, keys, now });

describe('keys', () => {
  test('are always the same for an account, kind and version, and different for any other', () => {
    const names = WEBHOOK_KINDS.flatMap((kind) =>
      ['acct_1', 'acct_2', 'acct_11'].flatMap((accountId) =>
        [1, 2, 11].map((version): KeyName => ({ accountId, kind, version })),
      ),
    );
    const shown = names.map((name) => verificationKeyOf(keyOf(name)));
    expect(new Set(shown).size).toBe(names.length);
    expect(names.map((name) => verificationKeyOf(keyOf(name)))).toEqual(shown);
  });

  test('follow from the master secret', () => {
    const name = { accountId: 'acct_1', kind: 'call', version: 1 } as const;
    expect(verificationKeyOf(signingKeyOf('another', name))).not.toBe(verificationKeyOf(signingKeyOf(MASTER, name)));
  });

  test('are shown as 32 raw bytes in base64, and as a secret with the prefix of Standard Webhooks', () => {
    expect(Buffer.from(verificationKeyOf(keyOf({ kind: 'call' })), 'base64')).toHaveLength(32);
    expect(verificationKeyOf(keyOf())).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });
});

describe('call events', () => {
  const key = keyOf({ kind: 'call' });

  test('are signed over the raw body, and over id, time and body', () => {
    const headers = sign(key);
    expect(holds(key, body, headers['Telephony-Signature-Ed25519'])).toBe(true);
    const signed = `${eventId}.${Math.floor(now.getTime() / 1000)}.${body}`;
    const [signature, ...more] = signaturesOf(headers);
    expect([signature?.startsWith('v1a,'), more]).toEqual([true, []]);
    expect(holds(key, signed, signature?.slice('v1a,'.length))).toBe(true);
    expect(headers).not.toHaveProperty('X-Signature');
  });

  test('another body, id or time has other signatures', () => {
    const variants = [
      sign(key),
      signedHeaders({ eventId, body: `${body} `, keys: [key], now }),
      signedHeaders({ eventId: 'evt_other', body, keys: [key], now }),
      signedHeaders({ eventId, body, keys: [key], now: new Date(now.getTime() + 1000) }),
    ];
    expect(new Set(variants.flatMap(signaturesOf)).size).toBe(variants.length);
  });
});

describe('billing events', () => {
  const key = keyOf();
  const secret = verificationKeyOf(key);

  test('are signed with the UTF-8 bytes of the secret as shown', () => {
    const headers = sign(key);
    expect(headers['X-Signature']).toBe(hmacSha256Base64(secret, Buffer.from(body)));
    expect(headers).not.toHaveProperty('Telephony-Signature-Ed25519');
  });

  test('verify in the Standard Webhooks library, whichever way it takes the secret', () => {
    const headers = sign(key);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(new Webhook(secret, { format: 'raw' }).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
    expect(() => new Webhook(verificationKeyOf(keyOf({ version: 2 }))).verify(body, headers)).toThrow();
  });

  test('any body and id verify there', () => {
    fc.assert(
      fc.property(fc.json(), fc.stringMatching(/^evt_[0-9a-f]{32}$/), (text, id) => {
        const headers = signedHeaders({ eventId: id, body: text, keys: [key], now });
        expect(new Webhook(secret).verify(text, headers, { jsonParse: false })).toBeUndefined();
      }),
    );
  });
});

describe.each(WEBHOOK_KINDS)('while two keys of the kind %s are valid', (kind) => {
  const [old, current] = [keyOf({ kind, version: 1 }), keyOf({ kind, version: 2 })];

  test('the signature header is by the newest, webhook-signature by both', () => {
    const headers = sign(current, old);
    const ownOf = (all: Record<string, string>) => all['Telephony-Signature-Ed25519'] ?? all['X-Signature'];
    expect(ownOf(headers)).toBe(ownOf(sign(current)));
    expect(signaturesOf(headers)).toEqual([...signaturesOf(sign(current)), ...signaturesOf(sign(old))]);
  });
});
