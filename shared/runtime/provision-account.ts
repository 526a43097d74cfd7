import { randomBytes } from 'node:crypto';
import type { PlanName } from '#shared/domain/allowance.ts';
import { formatToken, TOKEN_ENTROPY_BYTES } from '#shared/domain/api-token.ts';
import { type AccountRecord, addAccount, type TeamRecord } from '#shared/store/accounts.ts';
import type { TableWriter } from '#shared/store/table.ts';
import { putToken } from '#shared/store/tokens.ts';
import { newId } from './ids.ts';

export interface NewAccount {
  slug: string;
  /** The owner. */
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

/** Creates an account with its team and first token. @throws Refusal 409 when the slug is taken. */
export const provisionAccount = async (table: TableWriter, given: NewAccount): Promise<ProvisionedAccount> => {
  const { slug, name, email, plan, now } = given;
  const created_at = now.toISOString();
  const account_id = newId('acct', now);
  const team_id = newId('team', now);
  const account: AccountRecord = {
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
  const api_token = formatToken(randomBytes(TOKEN_ENTROPY_BYTES));
  const key_id = newId('key', now);
  const token = putToken(api_token, {
    account_id,
    key_id,
    email,
    name,
    expires_at: null,
    revoked_at: null,
    created_at,
  });
  await table.transact(addAccount(account, team, token));
  return { account_id, account_slug: slug, team_id, api_token };
};
