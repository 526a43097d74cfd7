import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { PROJECT_ROOT } from '#infra/catalog.ts';
import { ed25519PublicKeyBase64 } from '#shared/domain/signatures.ts';

type Verify = (rawBody: Buffer, headers: Record<string, string>, key: string) => boolean;

const MAX_LINES = 10;

const page = readFileSync(join(PROJECT_ROOT, 'shared/docs/webhooks.md'), 'utf8');
const snippetIn = (language: string): string => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? '';

const body = Buffer.from('{"type":"call.answered","data":{"to":"+12025550143","name":"Zoë"}}');
const otherBody = Buffer.from(body.toString().replace('answered', 'hangup'));

let snippet: { callIsGenuine: Verify; billingIsGenuine: Verify };
beforeAll(async () => {
  snippet = await import(`data:text/javascript,${encodeURIComponent(snippetIn('js'))}`);
});

test.each(['js', 'python'])('the %s lines are ten at most', (language) => {
  const lines = snippetIn(language).trim().split('\n');
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.length).toBeLessThanOrEqual(MAX_LINES);
});

describe('the Node lines', () => {
  test('believe a call event that was signed with the key, and no other', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const key = ed25519PublicKeyBase64(publicKey);
    const stranger = ed25519PublicKeyBase64(generateKeyPairSync('ed25519').publicKey);
    const headers = { 'telephony-signature-ed25519': sign(null, body, privateKey).toString('base64') };
    expect(snippet.callIsGenuine(body, headers, key)).toBe(true);
    expect(snippet.callIsGenuine(otherBody, headers, key)).toBe(false);
    expect(snippet.callIsGenuine(body, headers, stranger)).toBe(false);
    expect(snippet.callIsGenuine(body, {}, key)).toBe(false);
  });

  test('believe a billing event that was signed with the secret, and no other', () => {
    const signature = createHmac('sha256', 'whsec_abc').update(body).digest('base64');
    expect(snippet.billingIsGenuine(body, { 'x-signature': signature }, 'whsec_abc')).toBe(true);
    expect(snippet.billingIsGenuine(otherBody, { 'x-signature': signature }, 'whsec_abc')).toBe(false);
    expect(snippet.billingIsGenuine(body, { 'x-signature': signature }, 'whsec_abd')).toBe(false);
    expect(snippet.billingIsGenuine(body, {}, 'whsec_abc')).toBe(false);
  });
});
