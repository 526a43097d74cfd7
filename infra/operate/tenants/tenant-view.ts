import { allowanceAt, currentSubscription } from '#shared/domain/billing/subscription.ts';
import { readLiveCalls } from '#shared/engine/account/live-calls.ts';
import { listApiKeyRecords } from '#shared/store/access/tokens.ts';
import { type AccountRecord, getTeams, retentionDaysOf } from '#shared/store/accounts.ts';
import { campaignsUnderWay } from '#shared/store/campaign/campaign-lists.ts';
import { listAccountNumbers, type ShownNumber } from '#shared/store/phone-numbers.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import { standingOf } from './find.ts';

const KEYS_READ_MAX = 1_000;

type ListedKey = Awaited<ReturnType<typeof listApiKeyRecords>>['items'][number];

export const isLiveKey = ({ revoked_at, expires_at }: ListedKey, now: Date): boolean =>
  revoked_at === null && (expires_at === null || expires_at > now.toISOString());

export const keyView = ({ id, name, role, last4, created_at, expires_at, revoked_at, last_used_at }: ListedKey) => ({
  id,
  name,
  role,
  last4,
  created_at,
  expires_at,
  revoked_at,
  last_used_at,
});

/** Every key that an account ever had, newest first. */
export const keysOf = async (table: TableReader, accountId: string): Promise<ListedKey[]> =>
  (await listApiKeyRecords(table, accountId, { limit: KEYS_READ_MAX, offset: 0 })).items;

const numberView = ({ id, phone_number, status, is_trial }: ShownNumber) => ({ id, phone_number, status, is_trial });

const accountFacts = (account: AccountRecord, now: Date) => ({
  account_id: account.account_id,
  slug: account.slug,
  name: account.name,
  email: account.email,
  standing: standingOf(account),
  suspended_at: account.suspended_at ?? null,
  calls_stopped_at: account.calls_stopped_at,
  created_at: account.created_at,
  plan: account.plan,
  plan_in_force: allowanceAt(account, now).planName,
  subscription: currentSubscription(account.subscriptions),
  ...retentionDaysOf(account),
});

/** Everything of an account that support asks for first. */
export const readTenant = async (table: TableReader, account: AccountRecord, now: Date) => {
  const { account_id, team_ids } = account;
  const [teams, numbers, keys, liveCalls, campaigns] = await Promise.all([
    getTeams(table, team_ids),
    listAccountNumbers(table, account_id),
    keysOf(table, account_id),
    readLiveCalls(table, account_id),
    campaignsUnderWay(table, team_ids),
  ]);
  return {
    ...accountFacts(account, now),
    teams: teams.map(({ team_id, name }) => ({ team_id, name })),
    phone_numbers: numbers.filter(({ status }) => status !== 'released').map(numberView),
    keys: keys.filter((key) => isLiveKey(key, now)).map(keyView),
    live_calls: liveCalls.length,
    campaigns,
  };
};

export type Tenant = Awaited<ReturnType<typeof readTenant>>;
