import { callsLeft, type DayReason, dayReached } from '#shared/domain/account/dial-bounds.ts';
import { mayTake } from '#shared/domain/campaign/fair-share.ts';
import {
  type AccountDay,
  type AccountRecords,
  accountRecordKeys,
  readAccountDay,
} from '#shared/engine/call/dialling/account-day.ts';
import { isBackingOff, pauseSeconds } from '#shared/engine/call/dialling/carrier-backoff.ts';
import { demandsOn, type PoolRoom, readPoolRoom, shareOfConnection } from '#shared/engine/call/dialling/pool-room.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { CampaignControl } from '#shared/store/campaign/campaigns.ts';
import { accountPool, connectionPool } from '#shared/store/limits/call-permits.ts';
import { type CarrierBackoffRecord, carrierBackoffKey } from '#shared/store/limits/carrier-backoff.ts';
import { readTogether } from '#shared/store/table/records.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** Claimed while nobody knows whether the carrier has room again. */
const CALLS_AFTER_BACKOFF = 1;

/** What holds for all dials of an account, as it was read. */
export interface DialRecords extends AccountRecords {
  backoff: CarrierBackoffRecord | undefined;
}

export const dialRecordKeys = (accountId: string) => ({ ...accountRecordKeys(accountId), backoff: carrierBackoffKey });

export type BudgetPorts = { table: TableReader } & Needs<'limits'>;

/** Whether the account's share of the connection is why less is claimed than is due. */
export interface Short {
  connection: boolean;
}

/** What a campaign may claim now. */
export interface DialBudget {
  /** Slots of the campaign that are free. */
  slots: number;
  /** Of them, for how many its run has a use. */
  wanted: number;
  calls: number;
  /** The account's share of the connection is smaller than its own limit. */
  isShortOfConnection: boolean;
  /** The pause of the connection, seconds. */
  pauseSeconds: number;
  /** What the account may dial today, and has. */
  day: AccountDay;
  /** Why the account dials no more today; null while it may. */
  dayReached: DayReason | null;
  account: PoolRoom;
  connection: PoolRoom;
}

/** What all campaigns of the account want together. */
export const wantedByAccount = ({ holder, waiters }: PoolRoom, wanted: number): number =>
  waiters.reduce((sum, waiter) => (waiter.holder === holder ? sum : sum + waiter.wants), wanted);

/**
 * The account's calls are shared by its campaigns, be they limited by the account or by its share of the connection.
 */
const callsOf = (
  account: PoolRoom,
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

/**
 * How many calls a campaign may claim of the most that its run wants, by its own slots, the limits of live calls and the
 * carrier's own. A permit of the account is a slot of the campaign whose call holds it. `known` are records that were
 * read just before.
 */
export const readDialBudget = async (
  { table, limits }: BudgetPorts,
  control: CampaignControl,
  most: number,
  now: Date,
  known?: DialRecords,
): Promise<DialBudget> => {
  const records = known ?? readTogether(table, dialRecordKeys(control.account_id));
  const limit = limits.maxConcurrentCallsPerAccount;
  const connectionLimit = limits.connectionMaxConcurrentCalls;
  const [account, connection, { backoff }, day] = await Promise.all([
    readPoolRoom(table, {
      pool: accountPool(control.account_id),
      holder: control.id,
      limit,
      countedWithin: control.permits_within,
      now,
    }),
    readPoolRoom(table, { pool: connectionPool, holder: control.account_id, limit: connectionLimit, now }),
    records,
    readAccountDay({ table, limits }, control.account_id, now, records),
  ]);
  const pause = pauseSeconds(backoff, now);
  const live = account.heldBy.get(control.id) ?? 0;
  const slots = Math.max(0, control.max_concurrent_calls - live);
  const wanted = Math.min(slots, most);
  const cautious = isBackingOff(backoff) ? CALLS_AFTER_BACKOFF : wanted;
  const wantedInAll = wantedByAccount(account, wanted);
  const ofConnection =
    connectionLimit === null ? wantedInAll : shareOfConnection(connection, connectionLimit, wantedInAll);
  const calls = callsOf(account, { limit, ofConnection, wanted });
  return {
    slots,
    wanted,
    calls: pause > 0 ? 0 : Math.min(cautious, calls, callsLeft(day.bounds, day.usage)),
    isShortOfConnection: pause === 0 && ofConnection < wantedInAll,
    pauseSeconds: pause,
    day,
    dayReached: dayReached(day.bounds, day.usage),
    account,
    connection,
  };
};
