import { MAX_LIVE_KEYS, type RingKey, type RingKeys } from '#shared/domain/account/key-ring.ts';
import { secondsAfter } from '#shared/domain/time.ts';
import { keys } from '#shared/store/keys.ts';
import {
  absent,
  anyOf,
  below,
  equals,
  type PutOperation,
  present,
  type TableReader,
  type UpdateOperation,
} from '#shared/store/table/table.ts';

/**
 * The keys of an account that are not revoked, in one item, so that their number and their lineage hold exactly. Every
 * creation and revocation changes it.
 */
interface KeyRingRecord {
  keys: RingKeys;
  /** How many keys there are. */
  size: number;
  /** Bumped by every change. */
  version: number;
  /** Set while the account is suspended: no new keys. Absent otherwise. */
  is_suspended?: boolean;
  /** New keys wait until then for a revocation that others have outrun. */
  closed_until?: string;
}

export interface KeyRing extends KeyRingRecord {
  accountId: string;
}

/** A revocation needs some milliseconds of quiet; whoever lost its race gets this much. */
const CLOSED_SECONDS = 2;

const FIRST_VERSION = 1;

/** The ring of a new account, with its first key. */
export const newKeyRing = (accountId: string, first: RingKey): PutOperation => {
  const record: KeyRingRecord = { keys: { [first.id]: first }, size: 1, version: FIRST_VERSION };
  return { put: { ...keys.keyRing(accountId), ...record }, when: [absent('pk')] };
};

export const getKeyRing = async (table: TableReader, accountId: string): Promise<KeyRing> => {
  const record = await table.get<KeyRingRecord>(keys.keyRing(accountId));
  if (!record) throw new Error(`The account ${accountId} has no key ring, although one of its keys is at work.`);
  return { ...record, accountId };
};

/**
 * Adds a key. Of many additions at once none loses to another, only to the bound; it fails when its maker was taken off
 * meanwhile, while a revocation asks for quiet, and while the account is suspended. An operator's key has no maker.
 */
export const addToRing = (
  { accountId }: KeyRing,
  key: RingKey,
  makerId: string | null,
  now: Date,
): UpdateOperation => ({
  update: keys.keyRing(accountId),
  set: { [`keys.${key.id}`]: key },
  add: { size: 1, version: 1 },
  when: [
    ...(makerId === null ? [] : [present(`keys.${makerId}`)]),
    absent('is_suspended'),
    below('size', MAX_LIVE_KEYS),
    anyOf(absent('closed_until'), below('closed_until', now.toISOString())),
  ],
});

/** Suspends the ring with its account, or opens it again; fails if the ring was changed since it was read. */
export const suspendRing = (ring: KeyRing, isSuspended: boolean): UpdateOperation => ({
  update: keys.keyRing(ring.accountId),
  ...(isSuspended ? { set: { is_suspended: true } } : { remove: ['is_suspended'] }),
  add: { version: 1 },
  when: [equals('version', ring.version)],
});

/** Replaces the keys; fails if the ring was changed since it was read. */
export const changeRing = (ring: KeyRing, changed: RingKeys): UpdateOperation => ({
  update: keys.keyRing(ring.accountId),
  set: { keys: changed, size: Object.keys(changed).length },
  add: { version: 1 },
  when: [equals('version', ring.version)],
});

/**
 * Keeps new keys off for two seconds, so that nobody outruns a revocation by making and revoking keys. Fails where
 * somebody else has closed it for longer.
 */
export const closeRing = (accountId: string, now: Date): UpdateOperation => {
  const until = secondsAfter(now, CLOSED_SECONDS).toISOString();
  const when = [present('pk'), anyOf(absent('closed_until'), below('closed_until', until))];
  return { update: keys.keyRing(accountId), set: { closed_until: until }, when };
};
