import { createHash, createHmac, createPublicKey, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto';

const ED25519_PUBLIC_KEY_BYTES = 32;
const ED25519_SIGNATURE_BYTES = 64;

/** Null unless `text` is the canonical base64 of exactly `length` bytes. */
const readBase64 = (text: unknown, length: number): Buffer | null => {
  if (typeof text !== 'string') return null;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === length && bytes.toString('base64') === text ? bytes : null;
};

/** The latest key of a carrier: it is made anew for nothing at every event. */
let latestKey: { base64: string; key: KeyObject } | undefined;

const publicKeyOf = (bytes: Buffer): KeyObject => {
  const base64 = bytes.toString('base64url');
  if (latestKey?.base64 !== base64) {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: base64 };
    latestKey = { base64, key: createPublicKey({ format: 'jwk', key: jwk }) };
  }
  return latestKey.key;
};

/**
 * `publicKeyBase64` is base64 of the 32 raw bytes, `signatureBase64` of the 64 bytes that sign the raw body.
 * Malformed or missing input gives false; never throws.
 */
export const verifyEd25519 = (
  publicKeyBase64: string | undefined,
  rawBody: Buffer,
  signatureBase64: string | undefined,
): boolean => {
  const publicKey = readBase64(publicKeyBase64, ED25519_PUBLIC_KEY_BYTES);
  const signature = readBase64(signatureBase64, ED25519_SIGNATURE_BYTES);
  if (!publicKey || !signature) return false;
  try {
    return verify(null, rawBody, publicKeyOf(publicKey), signature);
  } catch {
    return false;
  }
};

/** Base64 of the signature over the raw body. */
export const signEd25519 = (privateKey: KeyObject, rawBody: Buffer): string =>
  sign(null, rawBody, privateKey).toString('base64');

/** The public key as shown to receivers: base64 of the 32 raw bytes. Accepts either half of a key pair. */
export const ed25519PublicKeyBase64 = (key: KeyObject): string => {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
};

/** The HMAC key is the UTF-8 bytes of the secret as shown. */
export const hmacSha256 = (secret: string, ...parts: (string | Buffer)[]): Buffer =>
  parts.reduce((hmac, part) => hmac.update(part), createHmac('sha256', secret)).digest();

export const hmacSha256Base64 = (secret: string, rawBody: Buffer): string =>
  hmacSha256(secret, rawBody).toString('base64');

/** Compares two secrets in constant time; false when one is missing. */
export const isSameSecret = (expected: string | undefined, given: string | undefined): boolean => {
  if (!expected || given === undefined) return false;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(expected), digest(given));
};

/** Lower case only, as vendors send it: a second spelling would be a second signature of the same body. */
const SHA256_HEX = /^[0-9a-f]{64}$/;
const SHA256_BYTES = 32;

const readHex = (text: string): Buffer | null => (SHA256_HEX.test(text) ? Buffer.from(text, 'hex') : null);

const isSameBytes = (expected: Buffer, received: Buffer | null): boolean =>
  received !== null && timingSafeEqual(expected, received);

/** True when the signature is the lower-case hex of the expected bytes; compares in constant time. */
export const isHexOf = (expected: Buffer, signature: string): boolean => isSameBytes(expected, readHex(signature));

/**
 * `signature` is lower-case hex or canonical base64. Wrong, malformed or missing input gives false; never throws.
 */
export const verifyHmacSha256 = (
  secret: string | undefined,
  rawBody: Buffer,
  signature: string | undefined,
): boolean => {
  if (!secret || typeof signature !== 'string') return false;
  const received = readHex(signature) ?? readBase64(signature, SHA256_BYTES);
  return isSameBytes(hmacSha256(secret, rawBody), received);
};

/** What a provider sent, with the secret it must have signed with. */
export interface SignedDelivery {
  signature: string;
  rawBody: Buffer;
  /** Undefined if none is configured; then no delivery is genuine. */
  secret: string | undefined;
  now: Date;
}
