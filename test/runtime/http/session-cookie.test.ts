import { describe, expect, test } from '@jest/globals';
import { newSecret } from '#shared/domain/account/session.ts';
import { isOfOwnOrigin } from '#shared/runtime/http/same-origin.ts';
import { sessionCookieFor, sessionSecretOf } from '#shared/runtime/http/session-cookie.ts';

describe('by where the service is reached', () => {
  const rawOf = (headers: Record<string, string>, cookies: string[] = []) => ({
    headers,
    cookies,
    body: Buffer.alloc(0),
  });
  const secret = newSecret();
  const nameAt = (headers: Record<string, string>): string => {
    const cookies: string[] = [];
    sessionCookieFor(rawOf(headers), cookies).set(secret);
    return cookies[0]?.replace(secret, '*') ?? '';
  };

  const SECURE = '__Host-session=*; Path=/; HttpOnly; Secure; SameSite=Strict';
  const plain = (port: number) => `session_${port}=*; Path=/; HttpOnly; SameSite=Strict`;

  test.each<[Record<string, string>, string]>([
    [{ host: 'api.example.com', 'x-forwarded-proto': 'https' }, SECURE],
    [{ host: 'api.example.com' }, SECURE],
    [{ host: 'localhost:3000' }, plain(3000)],
    [{ host: 'LOCALHOST:3000' }, plain(3000)],
    [{ host: '127.0.0.1:3900' }, plain(3900)],
    [{ host: '[::1]:3000' }, plain(3000)],
    [{ host: 'localhost' }, plain(80)],
    [{ host: 'localhost:3000', 'x-forwarded-proto': 'https' }, SECURE],
    [{ host: 'localhost.evil.example:3000' }, SECURE],
    [{ host: '127.0.0.1.evil.example' }, SECURE],
    [{}, SECURE],
  ])('%j: %s', (headers, cookie) => {
    expect(nameAt(headers)).toBe(cookie);
    const name = cookie.slice(0, cookie.indexOf('='));
    expect(sessionSecretOf(rawOf(headers, [`${name}=${secret}`]))).toBe(secret);
    expect(sessionSecretOf(rawOf(headers, [`x${name}=${secret}`]))).toBeUndefined();
  });

  test.each<[string, string, boolean]>([
    ['api.example.com', 'https://api.example.com', true],
    ['api.example.com:443', 'https://api.example.com', true],
    ['api.example.com', 'http://api.example.com', false],
    ['api.example.com', 'https://api.example.com:8443', false],
    ['api.example.com', 'https://evil.example', false],
    ['localhost:3000', 'http://localhost:3000', true],
    ['localhost:3000', 'http://localhost:4000', false],
    ['localhost:3000', 'http://127.0.0.1:3000', false],
    ['', '', false],
    ['a b', '', false],
  ])('at the host %p the origin %p: %p', (host, origin, isOwn) => {
    expect(isOfOwnOrigin(rawOf({ host, origin }), { byCookie: true })).toBe(isOwn);
    expect(isOfOwnOrigin(rawOf({ host, origin }), { byCookie: false })).toBe(isOwn);
  });
});
