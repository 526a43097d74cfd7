import { hmacSha256, isHexOf, type SignedDelivery } from '#shared/domain/signatures.ts';

/** How far the signed time may lie from now, in either direction. */
const TOLERANCE_SECONDS = 300;

/**
 * `signature` is `t=<unix seconds>,v1=<hex>[,v1=<hex>]`; the whole `whsec_...` text is the key. True if any `v1`
 * matches and the signed time is near; always false without a secret. Never throws.
 */
export const verifyStripeSignature = ({ signature, rawBody, secret, now }: SignedDelivery): boolean => {
  if (!secret) return false;
  const parts = signature.split(',');
  const valuesOf = (key: string) => parts.filter((part) => part.startsWith(key)).map((part) => part.slice(key.length));
  const [timestamp, ...furtherTimestamps] = valuesOf('t=');
  if (timestamp === undefined || furtherTimestamps.length > 0 || !/^\d+$/.test(timestamp)) return false;
  const ageSeconds = Math.floor(now.getTime() / 1_000) - Number(timestamp);
  if (!(Math.abs(ageSeconds) <= TOLERANCE_SECONDS)) return false;
  const expected = hmacSha256(secret, `${timestamp}.`, rawBody);
  return valuesOf('v1=').some((value) => isHexOf(expected, value));
};
