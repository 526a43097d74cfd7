import type { PlanName } from '#shared/domain/billing/allowance.ts';
import type { Subscription } from '#shared/domain/billing/subscription.ts';
import { conflict } from '#shared/domain/errors.ts';
import type { Retention } from '#shared/domain/privacy/retention.ts';
import { keys, RETENTION_DUE_PARTITION, teamOfLook } from './keys.ts';
import { addRetention } from './privacy/retentions.ts';
import type { RecordKey } from './table/records.ts';
import {
  absent,
  equals,
  isNull,
  type PutOperation,
  present,
  type TableReader,
  type UpdateOperation,
  type WriteOperation,
} from './table/table.ts';

export interface AccountRecord {
  account_id: string;
  slug: string;
  /** The owner's name. */
  name: string;
  email: string;
  plan: PlanName;
  /** All subscriptions the account ever had; absent before the first billing event. */
  subscriptions?: Subscription[];
  /** Bumped by every change of plan or subscriptions, so that a concurrent one loses. Absent before the first. */
  billing_version?: number;
  /** When the account's one trial number was bought. */
  trial_used_at?: string;
  /** Phone numbers held or reserved; changes in the transaction that reserves or releases one. */
  numbers_held: number;
  team_ids: string[];
  /** Since when all outbound calls are stopped; null while they are allowed. */
  calls_stopped_at: string | null;
  /** Since when an operator keeps the account suspended; absent or null while it is not. */
  suspended_at?: string | null;
  /** Since when an operator deletes the account; absent as long as nobody does. */
  deletion_begun_at?: string;
  /** Days after a call's end for which these are kept; absent as null: for good. */
  transcript_retention_days?: number | null;
  recording_retention_days?: number | null;
  created_at: string;
}

export const accountKey = (id: string): RecordKey<AccountRecord> => keys.account(id);

/** The account of a slug, and the team that the slug stands for when a team is needed. */
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

export const slugKey = (slug: string): RecordKey<SlugRecord> => keys.slug(slug);
export const teamKey = (id: string): RecordKey<TeamRecord> => keys.team(id);

/** Creates an account with its team, what looks after its retention, and its first token. @throws Refusal 409 when the slug is taken. */
export const addAccount = (account: AccountRecord, team: TeamRecord, token: PutOperation): WriteOperation[] => {
  const owner: SlugRecord = { account_id: account.account_id, default_team_id: team.team_id };
  return [
    {
      put: { ...keys.slug(account.slug), ...owner },
      when: [absent('pk')],
      refuse: () => conflict(`The account slug "${account.slug}" is taken.`),
    },
    { put: { ...keys.account(account.account_id), ...account } },
    { put: { ...keys.team(team.team_id), ...team } },
    addRetention(team, new Date(team.created_at)),
    token,
  ];
};

export const getAccount = async (table: TableReader, accountId: string): Promise<AccountRecord> => {
  const account = await table.get<AccountRecord>(keys.account(accountId));
  if (!account) throw new Error(`The account ${accountId} does not exist, although a record refers to it.`);
  return account;
};

/** The account of a slug; undefined where there is none. */
export const findAccount = async (table: TableReader, slug: string): Promise<AccountRecord | undefined> => {
  const owner = await table.get<SlugRecord>(slugKey(slug));
  return owner && table.get<AccountRecord>(accountKey(owner.account_id));
};

/**
 * Every account of the deployment, as its teams' looks at what is kept name them: each team always has one. May lag by
 * moments. Costs a read unit for about 40 teams, and one for each account that is wanted.
 */
export const readAccounts = async (
  table: TableReader,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<{ accounts: AccountRecord[]; next: string | null }> => {
  const looks = await table.query<object>({
    index: 'active',
    partition: RETENTION_DUE_PARTITION,
    fields: ['pk', 'sk'],
  });
  const ids = [...new Set(looks.map(teamOfLook))].sort().filter((id) => id > after);
  const page = ids.slice(0, limit);
  const teams = await getTeams(table, page);
  const accounts = await table.getMany<AccountRecord>(
    [...new Set(teams.map(({ account_id }) => account_id))].map(accountKey),
  );
  return {
    accounts: accounts.filter((account) => account !== undefined),
    next: ids.length > limit ? (page.at(-1) ?? null) : null,
  };
};

/** The teams that exist, in the order of the ids. */
export const getTeams = async (table: TableReader, teamIds: string[]): Promise<TeamRecord[]> => {
  const teams = await table.getMany<TeamRecord>(teamIds.map((id) => keys.team(id)));
  return teams.filter((team) => team !== undefined);
};

/** Whether an operator has suspended the account. */
export const isSuspended = ({ suspended_at }: Pick<AccountRecord, 'suspended_at'>): boolean => suspended_at != null;

/** Whether outbound calls are stopped, by its people or by its suspension; also for an account that is gone. */
export const areCallsStopped = (account: AccountRecord | undefined): boolean =>
  account === undefined || account.calls_stopped_at !== null || isSuspended(account);

/** Suspends the account, or reinstates it with null, if nobody has since it was read. Never one that is being deleted. */
export const changeSuspended = (
  { account_id, suspended_at = null }: AccountRecord,
  at: string | null,
): UpdateOperation => ({
  update: keys.account(account_id),
  set: { suspended_at: at },
  when: [
    suspended_at === null ? isNull('suspended_at') : equals('suspended_at', suspended_at),
    present('pk'),
    absent('deletion_begun_at'),
  ],
});

/** Begins the deletion of an account that is suspended as it was read; it cannot be reinstated from here on. */
export const beginDeletion = ({ account_id, suspended_at }: AccountRecord, now: Date): UpdateOperation => ({
  update: keys.account(account_id),
  set: { deletion_begun_at: now.toISOString() },
  when: [equals('suspended_at', suspended_at), absent('deletion_begun_at')],
});

/** Stops the account's calls, or allows them with null, if nobody has since it was read; every later dial obeys it. */
export const changeCallsStopped = (
  { account_id, calls_stopped_at }: AccountRecord,
  at: string | null,
): UpdateOperation => ({
  update: keys.account(account_id),
  set: { calls_stopped_at: at },
  when: [equals('calls_stopped_at', calls_stopped_at)],
});

export type RetentionDays = Pick<Required<AccountRecord>, 'transcript_retention_days' | 'recording_retention_days'>;

export const retentionDaysOf = (account: AccountRecord): RetentionDays => ({
  transcript_retention_days: account.transcript_retention_days ?? null,
  recording_retention_days: account.recording_retention_days ?? null,
});

/** How long the account wants its calls to be kept. */
export const retentionOf = (account: AccountRecord): Retention => {
  const { transcript_retention_days: transcript, recording_retention_days: recording } = retentionDaysOf(account);
  return { transcript, recording };
};

/** Changes how long calls are kept, if nobody has since the account was read. */
export const changeRetentionDays = (account: AccountRecord, changes: Partial<RetentionDays>): UpdateOperation => ({
  update: keys.account(account.account_id),
  set: changes,
  when: Object.entries(retentionDaysOf(account)).map(([field, days]) =>
    days === null ? isNull(field) : equals(field, days),
  ),
});
