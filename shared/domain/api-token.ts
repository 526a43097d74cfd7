import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * An API token is `vac_<random><checksum>`: a prefix that secret scanners can find, random characters, and a
 * checksum that catches typing errors without a database read. Only its SHA-256 is stored.
 */
const PREFIX = 'vac_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 34 base62 characters carry 202 bits; the requirement is 192. */
const RANDOM_CHARS = 34;
const CHECKSUM_CHARS = 6;
/** 27 bytes are 216 bits: enough for the random characters without a measurable bias. */
export const TOKEN_ENTROPY_BYTES = 27;

const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_CHARS + CHECKSUM_CHARS}}$`);

const base62 = (value: bigint, chars: number): string => {
  let text = '';
  for (let rest = value; text.length < chars; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text;
  return text;
};

const checksum = (random: string): string => base62(BigInt(crc32(random)), CHECKSUM_CHARS);

export const formatToken = (entropy: Buffer): string => {
  const random = base62(BigInt(`0x${entropy.toString('hex')}`), RANDOM_CHARS);
  return `${PREFIX}${random}${checksum(random)}`;
};

/** Checks shape and checksum without a database read. */
export const isWellFormedToken = (token: string): boolean => {
  if (!SHAPE.test(token)) return false;
  const random = token.slice(PREFIX.length, PREFIX.length + RANDOM_CHARS);
  return token.slice(PREFIX.length + RANDOM_CHARS) === checksum(random);
};

const SHOWN_CHARS = 4;

/** What of a token is shown after its creation. They are of the checksum, so 178 of the random bits stay unknown. */
export const lastCharsOf = (token: string): string => token.slice(-SHOWN_CHARS);

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
