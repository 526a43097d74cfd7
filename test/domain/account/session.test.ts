import { describe, expect, test } from '@jest/globals';
import { hashSecret, isWellFormedSecret, newSecret, sessionEnd } from '#shared/domain/account/session.ts';

const CREATED = '2026-03-02T12:00:00.000Z';
const endOf = (usedAt?: string, keyEndsAt: string | null = null) =>
  sessionEnd({ createdAt: CREATED, usedAt, keyEndsAt });

describe('a session ends', () => {
  test.each([
    ['12 hours after its beginning, if it is not used', undefined, null, '2026-03-03T00:00:00.000Z'],
    ['12 hours after its last use', '2026-03-02T20:00:00.000Z', null, '2026-03-03T08:00:00.000Z'],
    ['7 days after its beginning at the latest', '2026-03-09T11:00:00.000Z', null, '2026-03-09T12:00:00.000Z'],
    ['with its key', '2026-03-02T20:00:00.000Z', '2026-03-02T21:00:00.000Z', '2026-03-02T21:00:00.000Z'],
    ['not earlier for a use that was noted as of before', '2026-03-02T11:55:00.000Z', null, '2026-03-03T00:00:00.000Z'],
  ])('%s', (_, usedAt, keyEndsAt, end) => {
    expect(endOf(usedAt, keyEndsAt)).toBe(end);
  });
});

test('a secret has 256 bits, a shape of its own, and a hash that does not show it', () => {
  const secrets = Array.from({ length: 100 }, newSecret);
  expect(new Set(secrets).size).toBe(100);
  for (const secret of secrets) {
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(isWellFormedSecret(secret)).toBe(true);
    expect(hashSecret(secret)).not.toContain(secret);
  }
  for (const wrong of ['', 'x', `${secrets[0]}x`, `${secrets[0]}`.slice(1), `${secrets[0]?.slice(1)};`]) {
    expect(isWellFormedSecret(wrong)).toBe(false);
  }
});
