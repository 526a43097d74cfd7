import { createHash, randomBytes } from 'node:crypto';
import { monotonicFactory } from 'ulid';

const ID_PREFIXES = [
  'acct',
  'team',
  'asst',
  'camp',
  'cont',
  'comp',
  'num',
  'call',
  'evt',
  'key',
  'act',
  'sess',
  'enr',
  'imp',
  'run',
  'ers',
] as const;

export type IdPrefix = (typeof ID_PREFIXES)[number];

/** Hex characters of a derived id: 128 bits, too many for a collision. */
const DERIVED_CHARS = 32;

/** 48 bits: one item tells hundreds apart by them. */
const SHORT_CHARS = 8;

const nextUlid = monotonicFactory(() => randomBytes(4).readUInt32BE() / 2 ** 32);

/** A new id. Ids sort by creation time; one process keeps the order within a millisecond too. */
export const newId = (prefix: IdPrefix, now: Date): string => `${prefix}_${nextUlid(now.getTime())}`;

/** A deterministic id: the same intent always gets the same id, so it can be claimed only once. */
export const derivedId = (prefix: IdPrefix, ...parts: (string | number)[]): string =>
  `${prefix}_${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, DERIVED_CHARS)}`;

/** What stands for an id where many share an item whose size costs. */
export const shortForm = (id: string): string =>
  createHash('sha256').update(id).digest('base64url').slice(0, SHORT_CHARS);

/** A ULID, or a derived id's hexadecimal digits. */
const ID = new RegExp(`^(?:${ID_PREFIXES.join('|')})_(?:[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{${DERIVED_CHARS}})$`);

/** Whether a text has the form of one of our ids. */
export const isId = (text: string): boolean => ID.test(text);
