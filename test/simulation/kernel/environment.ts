import { generateKeyPairSync, sign } from 'node:crypto';

/** The simulation's only contact with the process environment: what the functions read of it. */

const { privateKey, publicKey } = generateKeyPairSync('ed25519');

export const CARRIER_PUBLIC_KEY = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString(
  'base64',
);

export interface Limits {
  maxConcurrentCallsPerAccount: number;
  maxDialsPerSecond: number;
}

export const setEnvironment = (limits: Limits): void => {
  Object.assign(process.env, {
    MAX_CONCURRENT_CALLS_PER_ACCOUNT: String(limits.maxConcurrentCallsPerAccount),
    MAX_DIALS_PER_SECOND: String(limits.maxDialsPerSecond),
  });
};

/** The carrier's signature of a body, base64. */
export const signAsCarrier = (body: Buffer): string => sign(null, body, privateKey).toString('base64');
