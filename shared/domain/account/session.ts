import { createHash, randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time.ts';

/** A session ends when it was not used for so long. */
const IDLE_MS = 12 * HOUR_MS;
/** A session ends then, however much it is used. */
export const SESSION_MAX_MS = 7 * DAY_MS;
/** How long a one-time code may be exchanged for a session. */
export const CODE_VALID_MS = 10 * MINUTE_MS;
/** 256 bits. */
const SECRET_BYTES = 32;

const SECRET = /^[\w-]{43}$/;

/** What opens a session, or a one-time code. The table keeps only its hash. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

export const isWellFormedSecret = (secret: string): boolean => SECRET.test(secret);

export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

interface SessionTimes {
  createdAt: string;
  /** The last use after its beginning that was written down. */
  usedAt: string | undefined;
  /** When its key ends; null if it does not. */
  keyEndsAt: string | null;
}

/** When a session ends unless it is used again: 12 hours after its last use, after 7 days, or with its key. */
export const sessionEnd = ({ createdAt, usedAt = createdAt, keyEndsAt }: SessionTimes): string => {
  const created = Date.parse(createdAt);
  const idleEnd = Math.max(created, Date.parse(usedAt)) + IDLE_MS;
  const keyEnd = keyEndsAt === null ? Number.POSITIVE_INFINITY : Date.parse(keyEndsAt);
  return new Date(Math.min(idleEnd, created + SESSION_MAX_MS, keyEnd)).toISOString();
};
