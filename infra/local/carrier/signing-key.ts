import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SigningKey {
  /** Base64 of the 32 raw bytes of the Ed25519 public key. */
  publicKey: string;
  /** Base64 of the Ed25519 signature over the bytes. */
  sign(body: Buffer): string;
}

const loadOrCreate = (file: string): KeyObject => {
  if (existsSync(file)) return createPrivateKey(readFileSync(file));
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  return privateKey;
};

/** The carrier's key pair, created on first use and kept in the state directory. */
export const openSigningKey = (stateDir: string): SigningKey => {
  const privateKey = loadOrCreate(join(stateDir, 'carrier-key.pem'));
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    publicKey: Buffer.from(x ?? '', 'base64url').toString('base64'),
    sign: (body) => sign(null, body, privateKey).toString('base64'),
  };
};
