import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { verifyStripeSignature } from '#shared/providers/billing/stripe/stripe-signature.ts';

const secret = 'whsec_test_secret';
const rawBody = Buffer.from('{"type":"invoice.paid","name":"Zoë"}');
const now = new Date('2026-06-01T12:00:00Z');
const nowSeconds = now.getTime() / 1_000;

const hexAt = (seconds: number, key = secret): string =>
  createHmac('sha256', key).update(`${seconds}.${rawBody}`).digest('hex');
const verifies = (signature: string, key: string | undefined = secret): boolean =>
  verifyStripeSignature({ signature, rawBody, secret: key, now });

test('a signed body verifies, also beside other schemes and rotated secrets', () => {
  const other = '0'.repeat(64);
  expect(verifies(`t=${nowSeconds},v1=${hexAt(nowSeconds)}`)).toBe(true);
  expect(verifies(`t=${nowSeconds},v1=${other},v1=${hexAt(nowSeconds)},v0=${other}`)).toBe(true);
});

test.each([
  [-300, true],
  [300, true],
  [-301, false],
  [301, false],
])('a time %d s away is accepted: %s', (shift, accepted) => {
  const seconds = nowSeconds + shift;
  expect(verifies(`t=${seconds},v1=${hexAt(seconds)}`)).toBe(accepted);
});

test('a signature under another scheme, over another time, in another spelling, or with two times is refused', () => {
  const hex = hexAt(nowSeconds);
  const headers = [
    `t=${nowSeconds},v0=${hex}`,
    `t=${nowSeconds},v1=${hex.toUpperCase()}`,
    `t=${nowSeconds},v1=${Buffer.from(hex, 'hex').toString('base64')}`,
    `t=${nowSeconds + 1},v1=${hex}`,
    `t=${nowSeconds},t=${nowSeconds},v1=${hex}`,
    `v1=${hex}`,
    `t=${nowSeconds}`,
    `t=${nowSeconds}.0,v1=${hex}`,
    `t=${'9'.repeat(400)},v1=${hex}`,
  ];
  expect(headers.filter((header) => verifies(header))).toEqual([]);
});

test('without a secret nothing verifies', () => {
  expect(verifies(`t=${nowSeconds},v1=${hexAt(nowSeconds, '')}`, '')).toBe(false);
});

test('garbage is refused without an exception', () => {
  const piece = fc.constantFrom('', ' ', '=', ',', 't=', 'v1=', 't=,v1=', '\u0000');
  const garbage = fc.oneof(piece, fc.string(), fc.base64String(), fc.string({ unit: fc.constantFrom(...'t=v1,0a9') }));
  fc.assert(fc.property(garbage, (text) => verifies(text) === false));
});
