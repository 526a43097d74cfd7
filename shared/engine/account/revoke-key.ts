import { conflict } from '#shared/domain/errors.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import {
  type ApiKeyRecord,
  type Caller,
  getApiKeys,
  isLive,
  revocation,
  whileCallerLives,
  whileLive,
} from '#shared/store/tokens.ts';

/**
 * Revokes a key. The same transaction checks that another key of the account, the witness, is live, so keys that revoke
 * each other at once never leave the account without one.
 * @throws Refusal 401 when the caller's own key is revoked meanwhile; 409 when `key` is already revoked, or is the
 * caller's own and the last live one.
 */
export const revokeKey = (table: TableWriter, key: ApiKeyRecord, caller: Caller, now: Date): Promise<void> => {
  if (key.id !== caller.keyId) return table.transact([whileCallerLives(caller, now), ...revocation(key, now)]);
  return retryingLostRaces(table, async () => {
    const others = (await getApiKeys(table, key.account_id)).filter(({ id }) => id !== key.id);
    const witness = others.find((other) => isLive(other, now));
    if (!witness) throw conflict("This is the account's last live API key; create another one before you revoke it.");
    await table.transact([whileLive(witness.id, now), ...revocation(key, now)]);
  });
};
