import { activity } from '#shared/domain/account/activity.ts';
import { assertActs, type Fate, withoutKey } from '#shared/domain/account/key-ring.ts';
import { plural } from '#shared/domain/plural.ts';
import { activityOf } from '#shared/store/activity.ts';
import { changeRing, closeRing, getKeyRing } from '#shared/store/key-ring.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { ConditionFailed, type PutOperation, type TableWriter } from '#shared/store/table/table.ts';
import { type ApiKeyRecord, type Caller, revocation } from '#shared/store/tokens.ts';

/** One activity for the whole command, however many keys end with it. */
const noteOf = (key: ApiKeyRecord, descendants: number, caller: Caller, now: Date): PutOperation => {
  const detail = descendants === 0 ? undefined : `with ${plural(descendants, 'key')} made from it`;
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
  now: Date,
): Promise<void> =>
  retryingLostRaces(table, async () => {
    const ring = await getKeyRing(table, key.account_id);
    assertActs(ring.keys, caller.keyId, now);
    const { left, revoked } = withoutKey(ring.keys, key.id, descendants, now);
    const further = revoked.filter(({ id }) => id !== key.id);
    const note = noteOf(key, further.length, caller, now);
    try {
      await table.transact([changeRing(ring, left), ...revocation([key, ...further], now), note]);
    } catch (error) {
      if (error instanceof ConditionFailed) await table.write(closeRing(key.account_id, now));
      throw error;
    }
  });
