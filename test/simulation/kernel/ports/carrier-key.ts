import { generateKeyPairSync, sign } from 'node:crypto';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');

export const CARRIER_PUBLIC_KEY = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString(
  'base64',
);

/** The carrier's signature of a body, base64. */
export const signAsCarrier = (body: Buffer): string => sign(null, body, privateKey).toString('base64');
