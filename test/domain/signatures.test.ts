import { createHmac, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  ed25519PublicKeyBase64,
  hmacSha256Base64,
  signEd25519,
  verifyEd25519,
  verifyHmacSha256,
} from '#shared/domain/signatures.ts';

const body: Buffer = Buffer.from('{"type":"call.answered","data":{"to":"+15550100001","name":"Zoë"}}');
const secret = 'whsec_test_secret';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const shownKey = ed25519PublicKeyBase64(publicKey);
const BIT_CHANGES = 2_000;
const flipBit = (bytes: Buffer, bit: number): Buffer => {
  const changed = Buffer.from(bytes);
  const index = Math.floor(bit / 8) % changed.length;
  changed.writeUInt8(changed.readUInt8(index) ^ (1 << (bit % 8)), index);
  return changed;
};
const acceptedAfterBitChanges = (bytes: Buffer, verifies: (changed: Buffer) => boolean): number =>
  Array.from({ length: BIT_CHANGES }, (_, bit) => verifies(flipBit(bytes, bit))).filter(Boolean).length;
const acceptedAfterTextChanges = (text: string, verifies: (changed: string) => boolean): number =>
  acceptedAfterBitChanges(Buffer.from(text), (changed) => verifies(changed.toString('latin1')));

const notText = fc.constantFrom<string | undefined>(undefined, '', ' ', '=', '\u0000');
const garbage = fc.oneof(notText, fc.string(), fc.base64String(), fc.string({ unit: fc.constantFrom(...'0a9f') }));

describe('Ed25519', () => {
  const signature = signEd25519(privateKey, body);

  test('a body that was signed verifies against the key as shown', () => {
    expect(Buffer.from(shownKey, 'base64')).toHaveLength(32);
    expect(ed25519PublicKeyBase64(privateKey)).toBe(shownKey);
    expect(verifyEd25519(shownKey, body, signature)).toBe(true);
  });

  test('the published test vector verifies (RFC 8032, 7.1, test 2)', () => {
    const key = Buffer.from('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c', 'hex');
    const vector = Buffer.from(
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da' +
        '085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
      'hex',
    );
    expect(verifyEd25519(key.toString('base64'), Buffer.from([0x72]), vector.toString('base64'))).toBe(true);
  });

  test('no one-bit change of the body, the signature or its text is accepted', () => {
    expect(acceptedAfterBitChanges(body, (changed) => verifyEd25519(shownKey, changed, signature))).toBe(0);
    const bytes = Buffer.from(signature, 'base64');
    const verifiesBytes = (changed: Buffer) => verifyEd25519(shownKey, body, changed.toString('base64'));
    expect(acceptedAfterBitChanges(bytes, verifiesBytes)).toBe(0);
    expect(acceptedAfterTextChanges(signature, (changed) => verifyEd25519(shownKey, body, changed))).toBe(0);
  });

  test('only the canonical base64 of the signature counts', () => {
    const bytes = Buffer.from(signature, 'base64');
    const others = [
      signature.replace(/=+$/, ''),
      `${signature} `,
      `\n${signature}`,
      `${signature}=`,
      bytes.toString('hex'),
    ];
    expect(others.filter((other) => verifyEd25519(shownKey, body, other))).toEqual([]);
  });

  test('another key, and a malformed one, verify nothing', () => {
    const other = ed25519PublicKeyBase64(generateKeyPairSync('ed25519').publicKey);
    const keys = [other, '', undefined, shownKey.slice(1), Buffer.alloc(32).toString('base64'), 'not a key'];
    expect(keys.filter((key) => verifyEd25519(key, body, signature))).toEqual([]);
  });

  test('garbage is refused without an exception', () => {
    fc.assert(fc.property(garbage, garbage, (key, text) => verifyEd25519(key, body, text) === false));
    fc.assert(fc.property(garbage, (text) => verifyEd25519(shownKey, body, text) === false));
    const bytes64 = fc
      .uint8Array({ minLength: 64, maxLength: 64 })
      .map((bytes) => Buffer.from(bytes).toString('base64'));
    fc.assert(fc.property(bytes64, (text) => verifyEd25519(shownKey, body, text) === false));
  });
});

describe('HMAC-SHA256', () => {
  const hex = createHmac('sha256', secret).update(body).digest('hex');

  test('the base64 form is the published one (RFC 4231, test case 2)', () => {
    const expected = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
    const signed = hmacSha256Base64('Jefe', Buffer.from('what do ya want for nothing?'));
    expect(Buffer.from(signed, 'base64').toString('hex')).toBe(expected);
  });

  test('the right signature verifies, in one spelling as hex and one as base64', () => {
    const base64 = Buffer.from(hex, 'hex').toString('base64');
    for (const signature of [hex, base64]) expect(verifyHmacSha256(secret, body, signature)).toBe(true);
    const urlSafe = Buffer.from(hex, 'hex').toString('base64url');
    const others = [hex.toUpperCase(), ` ${hex}`, `sha256=${hex}`, urlSafe, `${base64}=`, `${base64}\n`];
    expect(others.filter((other) => verifyHmacSha256(secret, body, other))).toEqual([]);
  });

  test('no one-bit change of the body or the signature is accepted', () => {
    expect(acceptedAfterBitChanges(body, (changed) => verifyHmacSha256(secret, changed, hex))).toBe(0);
    expect(acceptedAfterTextChanges(hex, (changed) => verifyHmacSha256(secret, body, changed))).toBe(0);
  });

  test('without a secret nothing verifies, not even the signature of the empty secret', () => {
    const ofEmptySecret = createHmac('sha256', '').update(body).digest('hex');
    expect(verifyHmacSha256('', body, ofEmptySecret)).toBe(false);
    expect(verifyHmacSha256(undefined, body, ofEmptySecret)).toBe(false);
  });

  test('garbage is refused without an exception', () => {
    fc.assert(fc.property(garbage, (text) => verifyHmacSha256(secret, body, text) === false));
  });
});
