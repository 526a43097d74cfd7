import { CALL_PERMIT_PREFIX, keys, type Pool, partitions, pools } from '#shared/store/keys.ts';
import type { RecordKey } from '#shared/store/table/records.ts';
import {
  absent,
  type CheckOperation,
  equals,
  type PutOperation,
  type RemoveOperation,
  type TableReader,
} from '#shared/store/table/table.ts';

export type { Pool };

/** The calls that hold permits: an account's are shared by its campaigns, the connection's by all accounts. */
export const accountPool = pools.account;
export const connectionPool = pools.connection;

/**
 * One of a pool's concurrent calls; at most one call holds permit n. It is taken with the claim. Permits are items,
 * because a counter would leak after a crash. A permit's lease is its call's deadline
 * (`shared/domain/call/deadline.ts`); past it the carrier is asked before the permit is freed.
 */
export interface CallPermitRecord {
  call_id: string;
  generation: number;
  /** The campaign that holds a permit of its account, or the account that holds one of the connection. */
  holder: string;
}

interface PermitsOfPool {
  free: number[];
  heldBy: ReadonlyMap<string, number>;
}

export const callPermitKey = (pool: Pool, permit: number): RecordKey<CallPermitRecord> => keys.callPermit(pool, permit);

const readTaken = async (table: TableReader, pool: Pool, limit?: number) => {
  const read = (partition: string) => table.query<CallPermitRecord>({ partition, prefix: CALL_PERMIT_PREFIX });
  return (await Promise.all(partitions.callPermits(pool, limit).map(read))).flat();
};

/**
 * The permits below the limit that nobody holds, and how many of those below `countedWithin` each holder has: a limit
 * that was narrowed since leaves calls beyond it.
 */
export const readPermits = async (
  table: TableReader,
  pool: Pool,
  limit: number,
  countedWithin = limit,
): Promise<PermitsOfPool> => {
  const taken = await readTaken(table, pool, Math.max(limit, countedWithin));
  const numbers = new Set(taken.map(({ sk }) => Number(sk.slice(CALL_PERMIT_PREFIX.length))));
  const heldBy = new Map<string, number>();
  for (const { holder } of taken) heldBy.set(holder, (heldBy.get(holder) ?? 0) + 1);
  return { free: Array.from({ length: limit }, (_, n) => n).filter((n) => !numbers.has(n)), heldBy };
};

/** Ids of the calls that hold permits of the account, whatever its limit was when they took them. */
export const readPermittedCalls = async (table: TableReader, accountId: string): Promise<string[]> =>
  (await readTaken(table, pools.account(accountId))).map(({ call_id }) => call_id);

/** Whose calls hold permits of its account. `permits_within`: the highest limit under which it has taken any. */
interface PermitHolder {
  id: string;
  account_id: string;
  permits_within: number;
}

/** The permits that a campaign's claimed and live calls hold of its account: the campaign's slots. */
export const readPermitsOf = async (
  table: TableReader,
  { id, account_id, permits_within }: PermitHolder,
): Promise<CallPermitRecord[]> =>
  (await readTaken(table, pools.account(account_id), permits_within)).filter(({ holder }) => holder === id);

/** Holds while this claim has the permit. */
export const permitHeld = (
  pool: Pool,
  permit: number,
  { id, generation }: { id: string; generation: number },
): CheckOperation => ({
  check: callPermitKey(pool, permit),
  when: [equals('call_id', id), equals('generation', generation)],
});

export const takeCallPermit = (pool: Pool, permit: number, taken: CallPermitRecord): PutOperation => ({
  put: { ...callPermitKey(pool, permit), ...taken },
  when: [absent('pk')],
});

/** Frees a permit that this claim still holds; a second release fails. */
export const releaseCallPermit = (
  pool: Pool,
  permit: number,
  { call_id, generation }: CallPermitRecord,
): RemoveOperation => ({
  delete: callPermitKey(pool, permit),
  when: [equals('call_id', call_id), equals('generation', generation)],
});
