import type { PlanName } from '#shared/domain/billing/allowance.ts';
import { microUsdOf } from '#shared/domain/call/cost.ts';
import { DAY_MS } from '#shared/domain/time.ts';

/** What an account may dial in a UTC day. */
export interface DayBounds {
  planName: PlanName;
  /** Dials: what the account set, and never more than its plan allows. */
  calls: number;
  /** What the plan allows. */
  callsOfPlan: number;
  /** What the carrier may charge, in millionths of a US dollar; null: no bound. */
  spendMicroUsd: number | null;
}

/** What of it is used up. */
export interface DayUsage {
  calls: number;
  spendMicroUsd: number;
}

/** The bound that an account has reached for the rest of the day. */
export type DayReason = 'daily_calls' | 'daily_spend';

interface DaySettings {
  max_calls_per_day: number | null;
  max_spend_per_day_usd: string | null;
}

/** The UTC day of an instant, `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The midnight UTC that ends the day of an instant. */
export const endOfDay = (at: Date): Date => new Date((Math.floor(at.getTime() / DAY_MS) + 1) * DAY_MS);

export const dayBounds = (settings: DaySettings, planName: PlanName, callsOfPlan: number): DayBounds => ({
  planName,
  calls: Math.min(settings.max_calls_per_day ?? callsOfPlan, callsOfPlan),
  callsOfPlan,
  spendMicroUsd: settings.max_spend_per_day_usd === null ? null : microUsdOf(settings.max_spend_per_day_usd),
});

const isSpent = ({ spendMicroUsd: bound }: DayBounds, { spendMicroUsd }: DayUsage): boolean =>
  bound !== null && spendMicroUsd >= bound;

/** Why no further dial may begin today; null while one may. */
export const dayReached = (bounds: DayBounds, usage: DayUsage): DayReason | null => {
  if (usage.calls >= bounds.calls) return 'daily_calls';
  return isSpent(bounds, usage) ? 'daily_spend' : null;
};

/** Why a dial that is counted already must not be sent after all: the bound was narrowed, or a stray call counted. */
export const dayExceeded = (bounds: DayBounds, usage: DayUsage): DayReason | null => {
  if (usage.calls > bounds.calls) return 'daily_calls';
  return isSpent(bounds, usage) ? 'daily_spend' : null;
};

/** Dials that may still begin today. */
export const callsLeft = (bounds: DayBounds, usage: DayUsage): number =>
  dayReached(bounds, usage) === null ? bounds.calls - usage.calls : 0;

/** Who may change a bound, for whoever is held back by it. */
export const WHO_CHANGES_BOUNDS = 'a key with the role "full" can change it with PATCH /api/settings/dialing';

const usdText = (microUsd: number): string => (microUsd / 1_000_000).toFixed(2);

const callsWords = ({ calls, callsOfPlan, planName }: DayBounds): string =>
  calls < callsOfPlan
    ? `the account's max_calls_per_day is ${calls}; ${WHO_CHANGES_BOUNDS}`
    : `the plan "${planName}" allows ${callsOfPlan} calls a day; a larger plan allows more`;

/** Which bound of the day is reached, what it is set to and who may change it, for the answer to a run. */
export const explainDay = (reason: DayReason, bounds: DayBounds, now: Date): string => {
  const until = `Dialling goes on at ${endOfDay(now).toISOString()}.`;
  return reason === 'daily_calls'
    ? `The calls of today are used up: ${callsWords(bounds)}. ${until}`
    : `The money of today is spent: the account's max_spend_per_day_usd is ${usdText(bounds.spendMicroUsd ?? 0)}; ${WHO_CHANGES_BOUNDS}. ${until}`;
};
