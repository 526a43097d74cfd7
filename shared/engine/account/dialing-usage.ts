import { costOf, NO_USAGE } from '#shared/domain/call/cost.ts';
import { readAccountDay } from '#shared/engine/call/dialling/account-day.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** What an account has used of its current UTC day, and what it may, in the API's form. */
export const dialingUsage = async (
  ports: { table: TableReader } & Needs<'limits'>,
  accountId: string,
  now: Date,
): Promise<{ calls_today: number; calls_per_day_allowed: number; spend_today_usd: string }> => {
  const { usage, bounds } = await readAccountDay(ports, accountId, now);
  return {
    calls_today: usage.calls,
    calls_per_day_allowed: bounds.calls,
    spend_today_usd: costOf({ ...NO_USAGE, carrierMicroUsd: usage.spendMicroUsd }).carrier_usd,
  };
};
