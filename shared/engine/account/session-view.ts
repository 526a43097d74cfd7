import type { Caller } from '#shared/store/access/tokens.ts';
import { getAccount, getTeams } from '#shared/store/accounts.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** The account with its teams, in the API's form. */
export const accountWithTeams = async (table: TableReader, accountId: string) => {
  const account = await getAccount(table, accountId);
  const teams = await getTeams(table, account.team_ids);
  return { account: { ...account, id: accountId }, teams: teams.map((team) => ({ ...team, id: team.team_id })) };
};

/** A session with its account, in the API's form. @throws Error when the caller did not come by a session. */
export const sessionView = async (table: TableReader, { accountId, role, session }: Caller) => {
  if (!session) throw new Error('A request without a session is shown one.');
  return { session: { expires_at: session.endsAt, role }, ...(await accountWithTeams(table, accountId)) };
};
