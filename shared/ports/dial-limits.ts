import type { CallingHours } from '#shared/domain/account/dialing-settings.ts';
import type { PlanName } from '#shared/domain/billing/allowance.ts';

/** One item counts the dials of a second. Reserving more than these takes over half of what its partition can take. */
export const CONNECTION_DIALS_PER_SECOND_MAX = 150;

/**
 * What may be under way at once, for one account over all its campaigns, and on the carrier's connection over all
 * accounts.
 */
export interface DialLimits {
  maxConcurrentCallsPerAccount: number;
  maxDialsPerSecond: number;
  /** Null: the connection has no limit of its own. */
  connectionMaxConcurrentCalls: number | null;
  /** At most `CONNECTION_DIALS_PER_SECOND_MAX`. */
  connectionMaxDialsPerSecond: number;
  /** The calling hours of accounts that have set none; null where the carrier calls nobody. */
  callingHoursByDefault: CallingHours | null;
  /** Dials of an account in a UTC day, by its plan. */
  callsPerDay: Readonly<Record<PlanName, number>>;
}
