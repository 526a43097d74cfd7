import { MAX_CALLS_PER_DAY } from '#shared/domain/billing/allowance.ts';
import { allowanceAt } from '#shared/domain/billing/subscription.ts';
import type { AccountRecord } from '#shared/store/accounts.ts';
import type { TableReader } from '#shared/store/table/table.ts';

export interface DialingUsage {
  calls_today: number;
  calls_per_day_allowed: number;
  spend_today_usd: string;
}

/** What an account has used of its day, and what its plan allows. */
export const dialingUsage = async (_: TableReader, account: AccountRecord, now: Date): Promise<DialingUsage> => ({
  calls_today: 0,
  calls_per_day_allowed: MAX_CALLS_PER_DAY[allowanceAt(account, now).planName],
  spend_today_usd: '0.00',
});
