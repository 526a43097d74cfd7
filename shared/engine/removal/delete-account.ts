import { activity } from '#shared/domain/account/activity.ts';
import type { Actor } from '#shared/domain/account/actor.ts';
import { conflict } from '#shared/domain/errors.ts';
import { suspendAccount } from '#shared/engine/account/suspend.ts';
import type { AccountFiles } from '#shared/ports/account-files.ts';
import { coreKeysOf } from '#shared/store/account/account-items.ts';
import { type AccountRecord, beginDeletion, getAccount, isSuspended } from '#shared/store/accounts.ts';
import { notesOf, operationOf } from '#shared/store/operations.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { awaitFollowUp, awaitNoLiveCall, type RestPorts } from './await-rest.ts';
import { type ReleasePorts, releaseNumbers } from './release-numbers.ts';
import { type ItemPorts, removeItems, type Tally } from './remove-items.ts';

export type DeletePorts = RestPorts & ReleasePorts & ItemPorts & { files: AccountFiles };

/** What a deletion has removed in this run. */
export interface Deleted {
  numbers: number;
  files: number;
  items: Tally;
}

/** From here on nobody reinstates the account. Noted once. A reinstatement that came first wins, and ends the deletion. */
const begin = ({ table, clock }: DeletePorts, accountId: string, actor: Actor): Promise<AccountRecord> =>
  retryingLostRaces(table, async () => {
    const account = await getAccount(table, accountId);
    if (account.deletion_begun_at !== undefined) return account;
    if (!isSuspended(account)) {
      throw conflict(
        `The account "${account.slug}" was reinstated meanwhile, so nothing of it was deleted. Run the deletion again if it is still meant.`,
      );
    }
    const now = clock();
    const notes = notesOf(actor, account, activity('account.deletion_begun', accountId), now);
    await table.transact([beginDeletion(account, now), ...notes]);
    return { ...account, deletion_begun_at: now.toISOString() };
  });

const removeFiles = async ({ files, progress }: DeletePorts, accountId: string): Promise<number> => {
  let removed = 0;
  for await (const key of files.keysOf(accountId)) {
    await files.remove(key);
    removed += 1;
    progress(`Recordings and other files deleted: ${removed}.`);
  }
  return removed;
};

/** Account, slug, keys and teams go in one transaction with the note that stays. */
const end = async ({ table, clock }: DeletePorts, account: AccountRecord, actor: Actor): Promise<void> => {
  const done = operationOf(actor, account, activity('account.deleted', account.account_id), clock());
  await table.transact([...coreKeysOf(account).map(({ pk, sk }) => ({ delete: { pk, sk } })), done]);
};

/**
 * Deletes an account with all that is kept of it: suspends it, waits for its calls to be over, returns its numbers to the
 * carrier, and deletes files and items. Every step may be repeated, so whoever runs it again after a crash finishes it.
 * @throws Refusal 409 while calls go on, or while the carrier does not take the numbers back.
 */
export const deleteAccount = async (ports: DeletePorts, accountId: string, actor: Actor): Promise<Deleted> => {
  const found = await getAccount(ports.table, accountId);
  if (!isSuspended(found)) await suspendAccount(ports, accountId, actor);
  await awaitNoLiveCall(ports, found);
  const account = await begin(ports, accountId, actor);
  const numbers = await releaseNumbers(ports, accountId);
  await awaitFollowUp(ports, account);
  await ports.files.noteDeletion({ account_id: accountId, deleted_at: ports.clock().toISOString() });
  const items = await removeItems(ports, account);
  const files = await removeFiles(ports, accountId);
  await end(ports, account, actor);
  return { numbers, files, items };
};
