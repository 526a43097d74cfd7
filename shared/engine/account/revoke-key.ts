import { activity } from '#shared/domain/account/activity.ts';
import { assertActs, type Fate, type RingKey, withoutKey } from '#shared/domain/account/key-ring.ts';
import { plural } from '#shared/domain/plural.ts';
import { changeRing, closeRing, getKeyRing } from '#shared/store/access/key-ring.ts';
import { type ApiKeyRecord, type Caller, revocation } from '#shared/store/access/tokens.ts';
import { activityOf } from '#shared/store/activity.ts';
import { retryingLostRaces, succeeded } from '#shared/store/table/conditional-write.ts';
import { ConditionFailed, type PutOperation, type TableWriter } from '#shared/store/table/table.ts';

/** One activity for the whole command, however many keys end with it; more would not fit into its transaction. */
const noteOf = (key: ApiKeyRecord, descendants: RingKey[], caller: Caller, now: Date): PutOperation => {
  const ids = descendants.map(({ id }) => id).join(', ');
  const detail = ids === '' ? undefined : `with ${plural(descendants.length, 'key')} made from it, ${ids}`;
  return activityOf(caller, key.account_id, activity('api_key.revoked', key.id, { detail }), now);
};

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
): Promise<void> =>
  retryingLostRaces(table, async () => {
    const now = clock();
    const ring = await getKeyRing(table, key.account_id);
    assertActs(ring.keys, caller.keyId, now);
    const { left, revoked } = withoutKey(ring.keys, key.id, descendants, now);
    const further = revoked.filter(({ id }) => id !== key.id);
    const note = noteOf(key, further, caller, now);
    try {
      await table.transact([changeRing(ring, left), ...revocation(key, further, now), note]);
    } catch (error) {
      if (error instanceof ConditionFailed) await succeeded(table.write(closeRing(key.account_id, clock())));
      throw error;
    }
  });
