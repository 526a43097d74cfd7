import { type Activity, activity } from '#shared/domain/account/activity.ts';
import type { Actor } from '#shared/domain/account/actor.ts';
import { assertActs, type Fate, type RingKey, withoutKey } from '#shared/domain/account/key-ring.ts';
import { plural } from '#shared/domain/plural.ts';
import { changeRing, closeRing, getKeyRing } from '#shared/store/access/key-ring.ts';
import { type ApiKeyRecord, type Caller, revocation } from '#shared/store/access/tokens.ts';
import { activityOf } from '#shared/store/activity.ts';
import { notesOf, type OperatedAccount } from '#shared/store/operations.ts';
import { retryingLostRaces, succeeded } from '#shared/store/table/conditional-write.ts';
import { ConditionFailed, type PutOperation, type TableWriter } from '#shared/store/table/table.ts';

/** One activity for the whole command, however many keys end with it; more would not fit into its transaction. */
const revoked = (key: ApiKeyRecord, descendants: RingKey[]): Activity => {
  const ids = descendants.map(({ id }) => id).join(', ');
  const detail = ids === '' ? undefined : `with ${plural(descendants.length, 'key')} made from it, ${ids}`;
  return activity('api_key.revoked', key.id, { detail });
};

/** Who revokes a key: by which of the ring, and how it is noted. */
interface Revoker {
  /** Null for an operator, who may revoke the last one too. */
  keyId: string | null;
  note(done: Activity, now: Date): PutOperation[];
}

const revoke = (
  table: TableWriter,
  key: ApiKeyRecord,
  descendants: Fate,
  { keyId, note }: Revoker,
  clock: () => Date,
): Promise<void> =>
  retryingLostRaces(table, async () => {
    const now = clock();
    const ring = await getKeyRing(table, key.account_id);
    if (keyId !== null) assertActs(ring.keys, keyId, now);
    const { left, revoked: ending } = withoutKey(ring.keys, key.id, descendants, now, keyId === null);
    const further = ending.filter(({ id }) => id !== key.id);
    const notes = note(revoked(key, further), now);
    try {
      await table.transact([changeRing(ring, left), ...revocation(key, further, now), ...notes]);
    } catch (error) {
      if (error instanceof ConditionFailed) await succeeded(table.write(closeRing(key.account_id, clock())));
      throw error;
    }
  });

/**
 * Revokes a key, alone or with all that descend from it. A key that is made or revoked meanwhile makes it look again,
 * so no descendant escapes, and keys that revoke each other never leave the account without a `full` one. After a lost
 * race no new key is made for two seconds.
 * @throws Refusal 401 when the caller's own key is revoked meanwhile; 409 when `key` is already revoked, or no live
 * `full` key would be left.
 */
export const revokeKey = (
  table: TableWriter,
  key: ApiKeyRecord,
  descendants: Fate,
  caller: Caller,
  clock: () => Date,
): Promise<void> => {
  const note = (done: Activity, now: Date) => [activityOf(caller, key.account_id, done, now)];
  return revoke(table, key, descendants, { keyId: caller.keyId, note }, clock);
};

/**
 * Revokes a key for an operator, also the last one: an operator can issue another. @throws Refusal 409 when `key` is
 * already revoked.
 */
export const revokeKeyAsOperator = (
  table: TableWriter,
  key: ApiKeyRecord,
  descendants: Fate,
  { actor, account }: { actor: Actor; account: OperatedAccount },
  clock: () => Date,
): Promise<void> => {
  const note = (done: Activity, now: Date) => notesOf(actor, account, done, now);
  return revoke(table, key, descendants, { keyId: null, note }, clock);
};
