import * as z from 'zod';

/** Environment values that several carriers share. */

export const Address = z.url({
  protocol: /^https?$/,
  error: 'must be an address that begins with http:// or https://',
});

export const PublicKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, 'must be the base64 of the 32 bytes of an Ed25519 public key');
