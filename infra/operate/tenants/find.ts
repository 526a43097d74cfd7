import { StartError } from '#infra/local/process/start-error.ts';
import { type AccountRecord, findAccount, isSuspended } from '#shared/store/accounts.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** The account of a slug. @throws StartError that says where else to look. */
export const tenantOf = async (table: TableReader, slug: string | undefined, words: string): Promise<AccountRecord> => {
  const account = await findAccount(table, slug ?? '');
  if (account) return account;
  throw new StartError(`There is no account "${slug}" in ${words}. "tenants list" shows those that are there.`);
};

/** How an account stands, in one word. */
export const standingOf = (account: AccountRecord): 'active' | 'suspended' | 'being deleted' => {
  if (account.deletion_begun_at !== undefined) return 'being deleted';
  return isSuspended(account) ? 'suspended' : 'active';
};
