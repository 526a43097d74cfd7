import { activity } from '#shared/domain/account/activity.ts';
import { type Actor, OPERATOR } from '#shared/domain/account/actor.ts';
import type { PlanName } from '#shared/domain/billing/allowance.ts';
import { newId } from '#shared/domain/ids.ts';
import { newKeyRing } from '#shared/store/access/key-ring.ts';
import { newApiKey } from '#shared/store/access/tokens.ts';
import { type AccountRecord, addAccount, type TeamRecord } from '#shared/store/accounts.ts';
import { notesOf } from '#shared/store/operations.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

const FIRST_KEY_NAME = 'First key';

interface NewAccount {
  slug: string;
  /** The owner's name. */
  name: string;
  email: string;
  plan: PlanName;
  now: Date;
  /** Who creates it. */
  by?: Actor;
}

interface ProvisionedAccount {
  account_id: string;
  account_slug: string;
  team_id: string;
  /** Returned only here; the table keeps its hash. */
  api_token: string;
}

/** Creates an account with its team and first token, for the operator. @throws Refusal 409 when the slug is taken. */
export const provisionAccount = async (table: TableWriter, given: NewAccount): Promise<ProvisionedAccount> => {
  const { slug, name, email, plan, now, by = OPERATOR } = given;
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
  const { token, ringKey, writes } = newApiKey({
    id: newId('key', now),
    account_id,
    name: FIRST_KEY_NAME,
    role: 'full',
    created_by_key_id: null,
    person: { email, name },
    expires_at: null,
    now,
  });
  const [putToken, putKey] = writes;
  const done = [activity('account.created', account_id), activity('api_key.created', ringKey.id)];
  const notes = done.flatMap((each) => notesOf(by, account, each, now));
  const ring = newKeyRing(account_id, ringKey);
  await table.transact([...addAccount(account, team, putToken), putKey, ring, ...notes]);
  return { account_id, account_slug: slug, team_id, api_token: token };
};
