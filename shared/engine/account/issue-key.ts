import { activity } from '#shared/domain/account/activity.ts';
import type { Actor } from '#shared/domain/account/actor.ts';
import { assertRoom, withoutExpired } from '#shared/domain/account/key-ring.ts';
import type { Role } from '#shared/domain/account/role.ts';
import { conflict } from '#shared/domain/errors.ts';
import { newId } from '#shared/domain/ids.ts';
import { addToRing, changeRing, getKeyRing } from '#shared/store/access/key-ring.ts';
import { type ApiKeyRecord, newApiKey } from '#shared/store/access/tokens.ts';
import { type AccountRecord, getAccount, isSuspended } from '#shared/store/accounts.ts';
import { notesOf } from '#shared/store/operations.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

interface WantedKey {
  name: string;
  role: Role;
  /** ISO 8601; null for one that does not end. */
  endsAt: string | null;
}

/** @throws Refusal 409 when no key may be issued to the account now. */
export const assertMayIssue = (account: AccountRecord): void => {
  if (!isSuspended(account)) return;
  throw conflict(
    `The account "${account.slug}" is suspended, so a token would open nothing. Reinstate it first: tenants reinstate ${account.slug}.`,
  );
};

/**
 * Makes a key of the account for its owner, which descends from no other: it needs no key that lives. Its token is
 * returned only here.
 * @throws Refusal 409 while the account is suspended, or has all keys it may have.
 */
export const issueKey = (
  table: TableWriter,
  accountId: string,
  { name, role, endsAt }: WantedKey,
  actor: Actor,
  clock: () => Date,
): Promise<{ key: ApiKeyRecord; token: string }> =>
  retryingLostRaces(table, async () => {
    const now = clock();
    const [account, ring] = await Promise.all([getAccount(table, accountId), getKeyRing(table, accountId)]);
    assertMayIssue(account);
    assertRoom(ring.keys, now);
    const live = withoutExpired(ring.keys, now);
    if (live) await table.write(changeRing(ring, live));
    const { token, key, ringKey, writes } = newApiKey({
      ...{ id: newId('key', now), account_id: accountId, name, role, now },
      created_by_key_id: null,
      person: { email: account.email, name: account.name },
      expires_at: endsAt,
    });
    const notes = notesOf(actor, account, activity('api_key.created', key.id), now);
    await table.transact([addToRing(ring, ringKey, null, now), ...writes, ...notes]);
    return { key, token };
  });
