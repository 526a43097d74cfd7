import { isDeepStrictEqual } from 'node:util';
import { activity } from '#shared/domain/account/activity.ts';
import { plural } from '#shared/domain/plural.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { UpdateAccountBody } from '#shared/schemas/account.ts';
import { recordFields } from '#shared/schemas/fields/primitives.ts';
import type { Caller } from '#shared/store/access/tokens.ts';
import { type AccountRecord, changeRetentionDays, getAccount, retentionDaysOf } from '#shared/store/accounts.ts';
import { activityOf } from '#shared/store/activity.ts';
import { lookAtOnce } from '#shared/store/privacy/retentions.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';

type Given = Omit<UpdateAccountBody, 'accountSlug'>;

const daysInWords = (days: number | null): string => (days === null ? 'for good' : plural(days, 'day'));

const inWords = (account: AccountRecord): string => {
  const { transcript_retention_days, recording_retention_days } = retentionDaysOf(account);
  return `transcripts ${daysInWords(transcript_retention_days)}, recordings ${daysInWords(recording_retention_days)}`;
};

/**
 * Changes how long calls of the account are kept, and has the next sweep look for what has outlived it. What is set already
 * is neither written nor noted again.
 */
export const changeRetention = (
  { table, clock }: Needs<'table' | 'clock'>,
  { accountId, actor }: Caller,
  given: Given,
): Promise<AccountRecord> =>
  retryingLostRaces(table, async () => {
    const before = await getAccount(table, accountId);
    const changes = recordFields(given);
    const after = { ...before, ...changes };
    if (isDeepStrictEqual(retentionDaysOf(after), retentionDaysOf(before))) return before;
    const now = clock();
    await table.transact([
      changeRetentionDays(before, changes),
      ...before.team_ids.map((team_id) => lookAtOnce({ account_id: accountId, team_id }, now)),
      activityOf(actor, accountId, activity('retention.changed', accountId, { detail: inWords(after) }), now),
    ]);
    return after;
  });
