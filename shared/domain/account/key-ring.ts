import { conflict, unauthorized } from '#shared/domain/errors.ts';
import { mayDo, type Role } from './role.ts';

/** Live keys of an account. */
export const MAX_LIVE_KEYS = 50;

/** What becomes of the keys that a revoked key made, and of those that these made. */
export const FATES = ['keep', 'revoke'] as const;
export type Fate = (typeof FATES)[number];

/** A key as its account's ring holds it. */
export interface RingKey {
  id: string;
  /** The key it descends from; null for the first. */
  parent_id: string | null;
  role: Role;
  expires_at: string | null;
  token_hash: string;
}

/** The keys of an account that are not revoked, by id; those that expired may still be among them. */
export type RingKeys = Readonly<Record<string, RingKey>>;

const byId = (keys: RingKey[]): RingKeys => Object.fromEntries(keys.map((key) => [key.id, key]));

export const isExpired = ({ expires_at }: Pick<RingKey, 'expires_at'>, now: Date): boolean =>
  expires_at !== null && expires_at <= now.toISOString();

/** The keys of a ring that open the account. */
export const liveKeys = (ring: RingKeys, now: Date): RingKey[] =>
  Object.values(ring).filter((key) => !isExpired(key, now));

/**
 * The ring without the keys that expired; undefined if none has. What descends from an expired key has expired too.
 */
export const withoutExpired = (ring: RingKeys, now: Date): RingKeys | undefined => {
  const live = liveKeys(ring, now);
  return live.length < Object.keys(ring).length ? byId(live) : undefined;
};

/** @throws Refusal 401 when the key that acts is not live any more. */
export const assertActs = (ring: RingKeys, keyId: string, now: Date): void => {
  const key = ring[keyId];
  if (!key || isExpired(key, now)) throw unauthorized();
};

/** @throws Refusal 409 when the account has as many live keys as it may have. */
export const assertRoom = (ring: RingKeys, now: Date): void => {
  if (liveKeys(ring, now).length < MAX_LIVE_KEYS) return;
  throw conflict(
    `The account has ${MAX_LIVE_KEYS} live API keys, and may have no more: the limit is fixed. Revoke one before you create another.`,
  );
};

/** The end of a new key: the one that was asked for, else the one of the key that makes it. */
export const endOfNewKey = (asked: string | null | undefined, makersEnd: string | null): string | null =>
  asked ?? makersEnd;

/** Why a new key may not end then, in words that follow the field's name; null if it may. */
export const newKeyEndProblem = (
  asked: string | null | undefined,
  makersEnd: string | null,
  now: Date,
): string | null => {
  if (!asked) return null;
  if (asked <= now.toISOString()) return 'must be in the future';
  if (makersEnd === null || asked <= makersEnd) return null;
  return `must not be later than ${makersEnd}, when the key of this request ends; a key without an end may give a later one`;
};

/** A key that was revoked with its descendants is followed by all that come from it. */
const withDescendants = (ring: RingKeys, id: string): Set<string> => {
  const found = new Set([id]);
  for (let known = 0; known < found.size; ) {
    known = found.size;
    for (const key of Object.values(ring)) if (key.parent_id !== null && found.has(key.parent_id)) found.add(key.id);
  }
  return found;
};

const LAST_FULL_KEY =
  'The account would have no live API key with the role full any more, or none that lasts as long: this is the last live ' +
  'API key of that role, or the others end with it or before it. Create another one before you revoke it.';

const isFull = ({ role }: RingKey): boolean => mayDo(role, 'full');

/** When the last of some keys ends, epoch milliseconds. */
const lastEndOf = (keys: RingKey[]): number =>
  Math.max(...keys.map(({ expires_at }) => (expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at))));

/**
 * Takes a key off the ring, alone or with all that descend from it. Those that are kept descend from its parent.
 * @throws Refusal 409 when no live `full` key would be left that lasts as long as those that go: who has a key that ends
 * must not leave the account without any by revoking the others. `mayBeLast` lifts that, for who can make another.
 */
export const withoutKey = (
  ring: RingKeys,
  id: string,
  descendants: Fate,
  now: Date,
  mayBeLast = false,
): { left: RingKeys; revoked: RingKey[] } => {
  const ending = descendants === 'revoke' ? withDescendants(ring, id) : new Set([id]);
  const parentId = ring[id]?.parent_id ?? null;
  const left = liveKeys(ring, now)
    .filter((key) => !ending.has(key.id))
    .map((key) => (key.parent_id === id ? { ...key, parent_id: parentId } : key));
  const revoked = Object.values(ring).filter((key) => ending.has(key.id));
  if (mayBeLast) return { left: byId(left), revoked };
  const kept = left.filter(isFull);
  if (kept.length === 0 || lastEndOf(kept) < lastEndOf(revoked.filter(isFull))) throw conflict(LAST_FULL_KEY);
  return { left: byId(left), revoked };
};
