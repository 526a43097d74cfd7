import type { OutputOf } from '#shared/client/client.ts';

export type ListedKey = OutputOf<'listApiKeys'>['api_keys'][number];

export type KeyState = 'live' | 'revoked' | 'ended';

type Life = Pick<ListedKey, 'revoked_at' | 'expires_at'>;

/** Whether a key still opens the account, and if not, why. */
export const keyState = ({ revoked_at, expires_at }: Life, now: Date): KeyState => {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= now.getTime() ? 'ended' : 'live';
};

type Kin = Life & Pick<ListedKey, 'id' | 'created_by_key_id'>;

/**
 * The live keys that end with a key which is revoked together with its descendants. Makers that are gone still count:
 * what they made descends from their own maker since.
 */
export const liveDescendants = <Key extends Kin>(keys: readonly Key[], id: string, now: Date): Key[] => {
  const found = new Set([id]);
  for (let known = 0; known < found.size; ) {
    known = found.size;
    for (const key of keys) {
      if (key.created_by_key_id !== null && found.has(key.created_by_key_id)) found.add(key.id);
    }
  }
  return keys.filter((key) => key.id !== id && found.has(key.id) && keyState(key, now) === 'live');
};

type Made = Pick<ListedKey, 'id' | 'name' | 'created_by_key_id'>;

/** Who made a key, by name; null for the first one of an account. */
export const makerName = (keys: readonly Made[], { created_by_key_id }: Made): string | null => {
  if (created_by_key_id === null) return null;
  return keys.find(({ id }) => id === created_by_key_id)?.name ?? created_by_key_id;
};
