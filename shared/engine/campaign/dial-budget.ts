import { type Demand, mayTake, mayTakeBesideNewcomers } from '#shared/domain/campaign/fair-share.ts';
import { isBackingOff, pauseSeconds } from '#shared/engine/call/carrier-backoff.ts';
import { connectionRate, reserveDials } from '#shared/engine/call/dial-rate.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { CampaignControl } from '#shared/store/campaign/campaigns.ts';
import { accountPool, connectionPool, type Pool, readPermits } from '#shared/store/limits/call-permits.ts';
import { carrierBackoffKey } from '#shared/store/limits/carrier-backoff.ts';
import { type DialsInSecond, readDials } from '#shared/store/limits/dial-rate.ts';
import { readWaiters, type WaitingRecord } from '#shared/store/limits/waiting.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import type { Plan } from './plan-dials.ts';

/** Seconds, this one included, for which dials are claimed ahead. */
const PLANNED_SECONDS = 5;
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
  account: PoolBudget;
  connection: PoolBudget;
}

const waitOf = (waiters: WaitingRecord[], holder: string): WaitingRecord | undefined =>
  waiters.find((waiter) => waiter.holder === holder);

/** Starts in another place for each holder, so that two planners rarely choose the same permits. */
const inOwnOrder = (free: number[], holder: string): number[] => {
  const from = [...holder].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7) % Math.max(1, free.length);
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

/** The account's calls are shared by its campaigns, be they limited by the account or by its share of the connection. */
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
  const [account, connection, backoff] = await Promise.all([
    readPool(table, { pool: accountPool(control.account_id), holder: control.id, limit, now }),
    readPool(table, { pool: connectionPool, holder: control.account_id, limit: connectionLimit, now }),
    table.get<NonNullable<(typeof carrierBackoffKey)['record']>>(carrierBackoffKey),
  ]);
  const pause = pauseSeconds(backoff, now);
  const most = isBackingOff(backoff) ? CALLS_AFTER_BACKOFF : wanted;
  const wantedInAll = wantedByAccount(account, wanted);
  const ofConnection =
    connectionLimit === null ? wantedInAll : shareOfConnection(connection, connectionLimit, wantedInAll);
  const calls = callsOf(account, { limit, ofConnection, wanted });
  return {
    calls: pause > 0 ? 0 : Math.min(most, calls),
    isShortOfConnection: pause === 0 && ofConnection < wantedInAll,
    pauseSeconds: pause,
    account,
    connection,
  };
};

interface RateShare {
  limit: number;
  holder: string;
  waiters: WaitingRecord[];
  seconds: DialsInSecond[];
  keepsForNewcomers: boolean;
}

/** Of the running second, only what is left of it. */
const freeIn = ({ epochSecond, dials }: DialsInSecond, limit: number, now: Date): number => {
  const leftOfSecond = Math.min(1, epochSecond + 1 - now.getTime() / 1000);
  return Math.min(limit - dials, Math.ceil(limit * leftOfSecond));
};

/** Dials of the second that the holder may reserve; others are expected to dial as much as in the seconds around it. */
const dialsIn = (
  second: DialsInSecond,
  share: RateShare,
  { wants, most, now }: { wants: number; most: number; now: Date },
): number => {
  const { holder, waiters, seconds } = share;
  const limit = Math.min(share.limit, second.dials + most);
  const names = new Set([...seconds.flatMap(({ of }) => [...of.keys()]), ...waiters.map((waiter) => waiter.holder)]);
  const isNew = !names.delete(holder) || seconds.every(({ of }) => !of.get(holder));
  const others = [...names].map((name): Demand => {
    const waiter = waitOf(waiters, name);
    const expected = Math.max(waiter?.wants ?? 0, ...seconds.map(({ of }) => of.get(name) ?? 0));
    const held = second.of.get(name) ?? 0;
    return { held, wants: Math.max(0, expected - held), since: waiter?.since ?? null };
  });
  const since = waitOf(waiters, holder)?.since ?? null;
  const own = { held: second.of.get(holder) ?? 0, wants, since };
  const supply = { limit, free: freeIn(second, limit, now) };
  return share.keepsForNewcomers ? mayTakeBesideNewcomers(supply, own, others, isNew) : mayTake(supply, own, others);
};

/** Reserves dials of the next seconds; answers the second of each, and who was short of them. */
const reserveSeconds = async (
  ports: Needs<'table' | 'limits'>,
  control: CampaignControl,
  { account, connection }: DialBudget,
  { wanted, now }: { wanted: number; now: Date },
): Promise<{ seconds: number[]; short: Short }> => {
  const { table, limits } = ports;
  const pool = accountPool(control.account_id);
  const first = Math.floor(now.getTime() / 1000);
  const epochSeconds = Array.from({ length: PLANNED_SECONDS }, (_, ahead) => first + ahead);
  const read = await readDials(table, [
    ...epochSeconds.map((epochSecond) => ({ pool, epochSecond })),
    ...epochSeconds.map((epochSecond) => ({ pool: connectionPool, epochSecond })),
  ]);
  const ofAccount: RateShare = {
    ...account,
    limit: limits.maxDialsPerSecond,
    seconds: read.slice(0, PLANNED_SECONDS),
    keepsForNewcomers: false,
  };
  const onConnection: RateShare = {
    ...connection,
    limit: connectionRate(ports),
    seconds: read.slice(PLANNED_SECONDS),
    keepsForNewcomers: true,
  };
  const reserved: number[] = [];
  const short = { connection: false };
  for (const [at, epochSecond] of epochSeconds.entries()) {
    const left = wanted - reserved.length;
    if (left === 0) break;
    const inAll = wantedByAccount(account, left);
    const all = { most: Number.POSITIVE_INFINITY, now };
    const ofConnection = dialsIn(onConnection.seconds[at] as DialsInSecond, onConnection, { wants: inAll, ...all });
    const dials = dialsIn(ofAccount.seconds[at] as DialsInSecond, ofAccount, { wants: left, most: ofConnection, now });
    short.connection ||= ofConnection < inAll;
    const of = { account_id: control.account_id, campaign_id: control.id };
    // The loser of a race for the last dials takes those of the next second.
    if (dials > 0 && (await reserveDials(ports, of, epochSecond, dials)))
      reserved.push(...Array.from({ length: dials }, () => epochSecond));
  }
  return { seconds: reserved, short };
};

/**
 * Gives each planned claim its permits and its place in the dial rate, and leaves out the claims for which there is no
 * place; their contacts stay due. Also answers who was short of dials, if any claim was left out.
 */
export const allotDials = async (
  ports: Needs<'table' | 'limits'>,
  control: CampaignControl,
  plan: Plan,
  budget: DialBudget,
  now: Date,
): Promise<{ plan: Plan; short: Short | null }> => {
  const wanted = plan.claims.length;
  if (wanted === 0) return { plan, short: null };
  const { seconds, short } = await reserveSeconds(ports, control, budget, { wanted, now });
  const claims = plan.claims.slice(0, seconds.length).map(({ enrolment, call }, at) => ({
    enrolment,
    call: {
      ...call,
      channel: budget.account.permits?.[at] ?? null,
      connection_channel: budget.connection.permits?.[at] ?? null,
      dial_second: seconds[at] ?? null,
    },
  }));
  return { plan: { ...plan, claims }, short: claims.length < wanted ? short : null };
};
