import { costOf, NO_USAGE } from '#shared/domain/call/cost.ts';
import type { AccountDay } from '#shared/engine/call/dialling/account-day.ts';

/** What an account has used of its current UTC day, and what it may, in the API's form. */
export const dialingUsage = ({ usage, bounds }: Pick<AccountDay, 'usage' | 'bounds'>) => ({
  calls_today: usage.calls,
  calls_per_day_allowed: bounds.calls,
  spend_today_usd: costOf({ ...NO_USAGE, carrierMicroUsd: usage.spendMicroUsd }).carrier_usd,
});
