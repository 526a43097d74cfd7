import type { Actor } from '#shared/domain/account/actor.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { getKeyRing } from '#shared/store/access/key-ring.ts';
import { type ApiKeyRecord, apiKeyKey } from '#shared/store/access/tokens.ts';
import type { AccountRecord } from '#shared/store/accounts.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import { revokeKeyAsOperator } from './revoke-key.ts';

/**
 * Revokes the keys of an account that were revoked in another copy of the table: `from` is the table that served since
 * the backup of this one. Keys that only one of the two knows stay as they are. Answers how many it revoked.
 */
export const carryRevocations = async (
  { table, clock }: Needs<'table' | 'clock'>,
  from: TableReader,
  account: AccountRecord,
  actor: Actor,
): Promise<number> => {
  const { keys } = await getKeyRing(table, account.account_id);
  const there = await from.getMany<ApiKeyRecord>(Object.keys(keys).map(apiKeyKey));
  const revoked = there.filter((key) => key !== undefined).filter(({ revoked_at }) => revoked_at !== null);
  for (const { id } of revoked) {
    const key = await table.get<ApiKeyRecord>(apiKeyKey(id));
    if (key) await revokeKeyAsOperator(table, key, 'keep', { actor, account }, clock);
  }
  return revoked.length;
};
