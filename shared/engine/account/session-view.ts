import type { Caller } from '#shared/store/access/tokens.ts';
import { type AccountRecord, getAccount, getTeams, retentionDaysOf } from '#shared/store/accounts.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** An account in the API's form. */
export const accountView = (account: AccountRecord) => ({
  ...account,
  ...retentionDaysOf(account),
  id: account.account_id,
});

/** The account with its teams, in the API's form. */
export const accountWithTeams = async (table: TableReader, accountId: string) => {
  const account = await getAccount(table, accountId);
  const teams = await getTeams(table, account.team_ids);
  return { account: accountView(account), teams: teams.map((team) => ({ ...team, id: team.team_id })) };
};

/** A session with its account, in the API's form. @throws Error when the caller did not come by a session. */
export const sessionView = async (table: TableReader, { accountId, role, session }: Caller) => {
  if (!session) throw new Error('A request without a session is shown one.');
  return { session: { expires_at: session.endsAt, role }, ...(await accountWithTeams(table, accountId)) };
};
