import { type Demand, mayTakeBesideNewcomers } from '#shared/domain/campaign/fair-share.ts';
import { placeOf } from '#shared/domain/spread.ts';
import { type Pool, readPermits } from '#shared/store/limits/call-permits.ts';
import { readWaiters, type WaitingRecord } from '#shared/store/limits/waiting.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** One pool's part of a budget. */
export interface PoolRoom {
  /** A campaign or single call in its account's pool, the account in the connection's. */
  holder: string;
  waiters: WaitingRecord[];
  /** Free permits for the calls; null in a pool without a limit. */
  permits: number[] | null;
  heldBy: ReadonlyMap<string, number>;
}

/** The holder's wait, if it has one. */
export const waitOf = (waiters: WaitingRecord[], holder: string): WaitingRecord | undefined =>
  waiters.find((waiter) => waiter.holder === holder);

/** Starts in another place for each holder, so that two planners rarely choose the same permits. */
const inOwnOrder = (free: number[], holder: string): number[] => {
  const from = placeOf(holder, Math.max(1, free.length));
  return [...free.slice(from), ...free.slice(0, from)];
};

interface RoomRequest {
  pool: Pool;
  holder: string;
  /** Null for a pool without one. */
  limit: number | null;
  /** Where the holder's permits are, if it may have some beyond the limit. */
  countedWithin?: number;
  now: Date;
}

export const readPoolRoom = async (
  table: TableReader,
  { pool, holder, limit, countedWithin, now }: RoomRequest,
): Promise<PoolRoom> => {
  const [waiters, permits] = await Promise.all([
    readWaiters(table, pool, now),
    limit === null ? null : readPermits(table, pool, limit, countedWithin),
  ]);
  if (permits === null) return { holder, waiters, permits, heldBy: new Map() };
  return { holder, waiters, permits: inOwnOrder(permits.free, holder), heldBy: permits.heldBy };
};

/** What the holder and all others have of the pool and want of it. */
export const demandsOn = ({ holder, waiters, heldBy }: PoolRoom, wants: number): { own: Demand; others: Demand[] } => {
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

/** How many more calls the account may have on the connection, over all its campaigns. */
export const shareOfConnection = (connection: PoolRoom, limit: number, wanted: number): number => {
  const { own, others } = demandsOn(connection, wanted);
  return mayTakeBesideNewcomers({ limit, free: connection.permits?.length ?? 0 }, own, others, own.held === 0);
};
