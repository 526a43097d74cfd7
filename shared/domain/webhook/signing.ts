import { createHmac, createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto';
import { ed25519PublicKeyBase64, hmacSha256Base64, signEd25519 } from '#shared/domain/signatures.ts';

export const WEBHOOK_KINDS = ['call', 'billing'] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

const KEY_BYTES = 32;
/** The PKCS #8 header before the 32 bytes of an Ed25519 private key (RFC 8410). */
const PKCS8_ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
/** Standard Webhooks libraries recognise a secret by this prefix; base64 follows it. */
const SECRET_PREFIX = 'whsec_';

export type SigningKey = { kind: 'call'; privateKey: KeyObject } | { kind: 'billing'; secret: string };

export interface KeyName {
  accountId: string;
  kind: WebhookKind;
  /** Incremented by every rotation. */
  version: number;
}

/** Derives the signing key of an account's webhook from the master secret, so no key is stored. */
export const signingKeyOf = (masterSecret: string, { accountId, kind, version }: KeyName): SigningKey => {
  const seed = Buffer.from(hkdfSync('sha256', masterSecret, accountId, `webhook ${kind} ${version}`, KEY_BYTES));
  if (kind === 'billing') return { kind, secret: `${SECRET_PREFIX}${seed.toString('base64')}` };
  const der = Buffer.concat([PKCS8_ED25519_PREFIX, seed]);
  return { kind, privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
};

/** The key that receivers verify with: base64 of the public key's 32 raw bytes, or the HMAC secret. */
export const verificationKeyOf = (key: SigningKey): string =>
  key.kind === 'call' ? ed25519PublicKeyBase64(key.privateKey) : key.secret;

/**
 * The signatures of one key in Standard Webhooks form. Its libraries decode a `whsec_` secret as base64; the second
 * signature serves receivers that use the secret's text as the key, as for `X-Signature`.
 */
const standardSignatures = (key: SigningKey, signed: Buffer): string[] => {
  if (key.kind === 'call') return [`v1a,${signEd25519(key.privateKey, signed)}`];
  const decoded = Buffer.from(key.secret.slice(SECRET_PREFIX.length), 'base64');
  return [
    `v1,${createHmac('sha256', decoded).update(signed).digest('base64')}`,
    `v1,${hmacSha256Base64(key.secret, signed)}`,
  ];
};

interface SignedEvent {
  eventId: string;
  body: string;
  /** Newest first; older keys stay valid for a while after a rotation. */
  keys: [SigningKey, ...SigningKey[]];
  now: Date;
}

/** The headers of a delivery: our own signature by the newest key, Standard Webhooks signatures by all keys. */
export const signedHeaders = ({ eventId, body, keys, now }: SignedEvent): Record<string, string> => {
  const [newest] = keys;
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const rawBody = Buffer.from(body);
  const signed = Buffer.concat([Buffer.from(`${eventId}.${timestamp}.`), rawBody]);
  const own: Record<string, string> =
    newest.kind === 'call'
      ? { 'Telephony-Signature-Ed25519': signEd25519(newest.privateKey, rawBody) }
      : { 'X-Signature': hmacSha256Base64(newest.secret, rawBody) };
  return {
    'content-type': 'application/json',
    'user-agent': 'voice-assistant-calling-webhooks/1',
    ...own,
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.flatMap((key) => standardSignatures(key, signed)).join(' '),
  };
};
