import { activity } from '#shared/domain/account/activity.ts';
import { assertActs, assertRoom, endOfNewKey, withoutExpired } from '#shared/domain/account/key-ring.ts';
import type { Role } from '#shared/domain/account/role.ts';
import { forbidden } from '#shared/domain/errors.ts';
import { addToRing, changeRing, getKeyRing } from '#shared/store/access/key-ring.ts';
import { type ApiKeyRecord, type Caller, newApiKey } from '#shared/store/access/tokens.ts';
import { activityOf } from '#shared/store/activity.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableWriter, WriteOperation } from '#shared/store/table/table.ts';

interface NewKey {
  id: string;
  name: string;
  role: Role;
  expiresAt?: string | null | undefined;
}

/**
 * Makes a key, which descends from the caller's. Of many at once only those beyond the fiftieth live key are refused.
 * @throws Refusal 401 when the caller's own key is revoked meanwhile; 403 when the account is suspended meanwhile; 409 when the account has all keys it may have.
 */
export const createKey = <Answer>(
  table: TableWriter,
  { expiresAt, ...given }: NewKey,
  caller: Caller,
  clock: () => Date,
  commit: (operations: WriteOperation[], key: ApiKeyRecord, token: string) => Promise<Answer>,
): Promise<Answer> => {
  const { accountId: account_id, keyId, email, name } = caller;
  const now = clock();
  const lineage = { created_by_key_id: keyId, expires_at: endOfNewKey(expiresAt, caller.expiresAt) };
  const made = newApiKey({ ...given, ...lineage, account_id, person: { email, name }, now });
  return retryingLostRaces(table, async () => {
    const ring = await getKeyRing(table, account_id);
    const at = clock();
    assertActs(ring.keys, keyId, at);
    if (ring.is_suspended) throw forbidden();
    assertRoom(ring.keys, at);
    const live = withoutExpired(ring.keys, at);
    if (live) await table.write(changeRing(ring, live));
    const created = activityOf(caller, account_id, activity('api_key.created', made.key.id), at);
    return commit([addToRing(ring, made.ringKey, keyId, at), ...made.writes, created], made.key, made.token);
  });
};
