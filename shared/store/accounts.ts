import { randomBytes } from 'node:crypto';
import type { PlanName } from '#shared/domain/allowance.ts';
import { formatToken, TOKEN_ENTROPY_BYTES } from '#shared/domain/api-token.ts';
import { conflict } from '#shared/domain/errors.ts';
import { newId } from '#shared/runtime/ids.ts';
import { keys } from './keys.ts';
import { absent, present, type TableReader, type TableWriter } from './table.ts';
import { putToken } from './tokens.ts';

export interface AccountRecord {
  account_id: string;
  slug: string;
  /** The owner. */
  name: string;
  email: string;
  plan: PlanName;
  /** Phone numbers held or reserved; moves in the transaction that reserves one. */
  numbers_held: number;
  team_ids: string[];
  /** Since when no call may be placed for the account; null while calls may. */
  calls_stopped_at: string | null;
  created_at: string;
}

/** Who a slug belongs to, and the team it stands for where a team is asked for. */
export interface SlugRecord {
  account_id: string;
  default_team_id: string;
}

export interface TeamRecord {
  account_id: string;
  team_id: string;
  name: string;
  created_at: string;
}

export interface NewAccount {
  slug: string;
  name: string;
  email: string;
  plan: PlanName;
  now: Date;
}

export interface ProvisionedAccount {
  account_id: string;
  account_slug: string;
  team_id: string;
  /** Shown here once; only its hash is kept. */
  api_token: string;
}

/** Creates an account with its team and first token, all or nothing. @throws Refusal 409 when the slug is taken. */
export const provisionAccount = async (table: TableWriter, account: NewAccount): Promise<ProvisionedAccount> => {
  const { slug, name, email, plan, now } = account;
  const created_at = now.toISOString();
  const account_id = newId('acct', now);
  const team_id = newId('team', now);
  const token = formatToken(randomBytes(TOKEN_ENTROPY_BYTES));
  const record: AccountRecord = {
    account_id,
    slug,
    name,
    email,
    plan,
    numbers_held: 0,
    team_ids: [team_id],
    calls_stopped_at: null,
    created_at,
  };
  const team: TeamRecord = { account_id, team_id, name: slug, created_at };
  const owner: SlugRecord = { account_id, default_team_id: team_id };
  await table.transact([
    {
      put: { ...keys.slug(slug), ...owner },
      when: [absent('pk')],
      refuse: () => conflict(`The account slug "${slug}" is taken.`),
    },
    { put: { ...keys.account(account_id), ...record } },
    { put: { ...keys.team(team_id), ...team } },
    putToken(token, {
      account_id,
      key_id: newId('key', now),
      email,
      name,
      expires_at: null,
      revoked_at: null,
      created_at,
    }),
  ]);
  return { account_id, account_slug: slug, team_id, api_token: token };
};

export const getAccount = async (table: TableReader, accountId: string): Promise<AccountRecord> => {
  const account = await table.get<AccountRecord>(keys.account(accountId));
  if (!account) throw new Error(`The account ${accountId} of a valid token does not exist.`);
  return account;
};

/** From this write on, no call that reads the account afterwards is dialled. */
export const setCallsStopped = (table: TableWriter, accountId: string, at: string | null): Promise<void> =>
  table.write({ update: keys.account(accountId), set: { calls_stopped_at: at }, when: [present('pk')] });
