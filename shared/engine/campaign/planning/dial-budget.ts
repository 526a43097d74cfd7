import { callsLeft, type DayReason, dayReached } from '#shared/domain/account/dial-bounds.ts';
import { type Demand, mayTake, mayTakeBesideNewcomers } from '#shared/domain/campaign/fair-share.ts';
import { placeOf } from '#shared/domain/spread.ts';
import { type AccountDay, readAccountDay } from '#shared/engine/call/dialling/account-day.ts';
import { isBackingOff, pauseSeconds } from '#shared/engine/call/dialling/carrier-backoff.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { CampaignControl } from '#shared/store/campaign/campaigns.ts';
import { accountPool, connectionPool, type Pool, readPermits } from '#shared/store/limits/call-permits.ts';
import { carrierBackoffKey } from '#shared/store/limits/carrier-backoff.ts';
import { readWaiters, type WaitingRecord } from '#shared/store/limits/waiting.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** Claimed while nobody knows whether the carrier has room again. */
const CALLS_AFTER_BACKOFF = 1;

export type BudgetPorts = { table: TableReader } & Needs<'limits'>;

/** One pool's part of the budget. */
interface PoolBudget {
  /** The campaign in its account's pool, the account in the connection's. */
  holder: string;
  waiters: WaitingRecord[];
  /** Free permits for the calls; null in a pool without a limit. */
  permits: number[] | null;
  heldBy: ReadonlyMap<string, number>;
}

/** Whether the account's share of the connection is why less is claimed than is due. */
export interface Short {
  connection: boolean;
}

/** What a campaign may claim now. */
export interface DialBudget {
  calls: number;
  /** The account's share of the connection is smaller than its own limit. */
  isShortOfConnection: boolean;
  /** The pause of the connection, seconds. */
  pauseSeconds: number;
  /** What the account may dial today, and has. */
  day: AccountDay;
  /** Why the account dials no more today; null while it may. */
  dayReached: DayReason | null;
  account: PoolBudget;
  connection: PoolBudget;
}

/** The holder's wait, if it has one. */
export const waitOf = (waiters: WaitingRecord[], holder: string): WaitingRecord | undefined =>
  waiters.find((waiter) => waiter.holder === holder);

/** Starts in another place for each holder, so that two planners rarely choose the same permits. */
const inOwnOrder = (free: number[], holder: string): number[] => {
  const from = placeOf(holder, Math.max(1, free.length));
  return [...free.slice(from), ...free.slice(0, from)];
};

const readPool = async (
  table: TableReader,
  { pool, holder, limit, now }: { pool: Pool; holder: string; limit: number | null; now: Date },
): Promise<PoolBudget> => {
  const [waiters, permits] = await Promise.all([
    readWaiters(table, pool, now),
    limit === null ? null : readPermits(table, pool, limit),
  ]);
  if (permits === null) return { holder, waiters, permits, heldBy: new Map() };
  return { holder, waiters, permits: inOwnOrder(permits.free, holder), heldBy: permits.heldBy };
};

/** What the holder and all others have of the pool and want of it. */
const demandsOn = ({ holder, waiters, heldBy }: PoolBudget, wants: number): { own: Demand; others: Demand[] } => {
  const demandOf = (name: string): Demand => ({
    held: heldBy.get(name) ?? 0,
    wants: waitOf(waiters, name)?.wants ?? 0,
    since: waitOf(waiters, name)?.since ?? null,
  });
  const names = new Set([...heldBy.keys(), ...waiters.map((waiter) => waiter.holder)]);
  return {
    own: { ...demandOf(holder), wants },
    others: [...names].filter((name) => name !== holder).map(demandOf),
  };
};

/** What all campaigns of the account want together. */
export const wantedByAccount = ({ holder, waiters }: PoolBudget, wanted: number): number =>
  waiters.reduce((sum, waiter) => (waiter.holder === holder ? sum : sum + waiter.wants), wanted);

/** How many more calls the account may have on the connection, over all its campaigns. */
const shareOfConnection = (connection: PoolBudget, limit: number, wanted: number): number => {
  const { own, others } = demandsOn(connection, wanted);
  return mayTakeBesideNewcomers({ limit, free: connection.permits?.length ?? 0 }, own, others, own.held === 0);
};

/**
 * The account's calls are shared by its campaigns, be they limited by the account or by its share of the connection.
 */
const callsOf = (
  account: PoolBudget,
  { limit, ofConnection, wanted }: { limit: number; ofConnection: number; wanted: number },
): number => {
  const { own, others } = demandsOn(account, wanted);
  const held = others.reduce((sum, other) => sum + other.held, own.held);
  const supply = {
    limit: Math.min(limit, held + ofConnection),
    free: Math.min(account.permits?.length ?? 0, ofConnection),
  };
  return mayTake(supply, own, others);
};

/** How many calls a campaign may claim of those it wants, by the limits of live calls and the carrier's own. */
export const readDialBudget = async (
  { table, limits }: BudgetPorts,
  control: CampaignControl,
  wanted: number,
  now: Date,
): Promise<DialBudget> => {
  const limit = limits.maxConcurrentCallsPerAccount;
  const connectionLimit = limits.connectionMaxConcurrentCalls;
  const [account, connection, backoff, day] = await Promise.all([
    readPool(table, { pool: accountPool(control.account_id), holder: control.id, limit, now }),
    readPool(table, { pool: connectionPool, holder: control.account_id, limit: connectionLimit, now }),
    table.get<NonNullable<(typeof carrierBackoffKey)['record']>>(carrierBackoffKey),
    readAccountDay({ table, limits }, control.account_id, now),
  ]);
  const pause = pauseSeconds(backoff, now);
  const most = isBackingOff(backoff) ? CALLS_AFTER_BACKOFF : wanted;
  const wantedInAll = wantedByAccount(account, wanted);
  const ofConnection =
    connectionLimit === null ? wantedInAll : shareOfConnection(connection, connectionLimit, wantedInAll);
  const calls = callsOf(account, { limit, ofConnection, wanted });
  return {
    calls: pause > 0 ? 0 : Math.min(most, calls, callsLeft(day.bounds, day.usage)),
    isShortOfConnection: pause === 0 && ofConnection < wantedInAll,
    pauseSeconds: pause,
    day,
    dayReached: dayReached(day.bounds, day.usage),
    account,
    connection,
  };
};
