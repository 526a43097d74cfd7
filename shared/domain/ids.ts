import { createHash, randomBytes } from 'node:crypto';
import { monotonicFactory } from 'ulid';

export type IdPrefix =
  | 'acct'
  | 'team'
  | 'asst'
  | 'camp'
  | 'cont'
  | 'comp'
  | 'num'
  | 'call'
  | 'evt'
  | 'key'
  | 'enr'
  | 'run';

/** Hex characters of a derived id: 128 bits, beyond any chance of collision. */
const DERIVED_CHARS = 32;

const nextUlid = monotonicFactory(() => randomBytes(4).readUInt32BE() / 2 ** 32);

/** A new id whose order is the order of creation, also within one millisecond of one process. */
export const newId = (prefix: IdPrefix, now: Date): string => `${prefix}_${nextUlid(now.getTime())}`;

/** The id that these parts always have: the same intent gets the same id, so it can be claimed only once. */
export const derivedId = (prefix: IdPrefix, ...parts: (string | number)[]): string =>
  `${prefix}_${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, DERIVED_CHARS)}`;
