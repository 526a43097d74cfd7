import { keys, type Pool, partitions } from '#shared/store/keys.ts';
import {
  absent,
  anyOf,
  below,
  equals,
  type PutOperation,
  present,
  type RemoveOperation,
  type TableReader,
  type UpdateOperation,
} from '#shared/store/table/table.ts';
import { TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';

/** Due contacts, or a single call, wait for a pool's calls or dials. Times are ISO 8601. */
export interface WaitingRecord {
  /** The campaign or single call in its account's pool, the account in the connection's. */
  holder: string;
  /** The campaign to wake when there is room; null for a single call, which looks again by itself. */
  campaign_id: string | null;
  /** Calls that it would start. */
  wants: number;
  /** Those of them that have their permits, and wait for the dial rate alone: only they hold dials back from others. */
  wants_dials: number;
  since: string;
  /** Whoever has not looked again by then does not wait any more. */
  until: string;
  /** Number of the look that is on its way, and when it comes. */
  look: number;
  look_again_at: string;
  /** Looks in a row that found no room. */
  tries: number;
  /** When it was last told of room, before its look was to come. */
  woken_at?: string;
}

/** Everybody who waits for the pool. */
export const readWaiters = async (table: TableReader, pool: Pool, now: Date): Promise<WaitingRecord[]> => {
  const found = await table.query<WaitingRecord>({ partition: partitions.waiting(pool) });
  return found.filter(({ until }) => until > now.toISOString());
};

/** Only a hint for others; the last writer wins. */
export const putWaiting = (pool: Pool, waiting: WaitingRecord): PutOperation => ({
  put: {
    ...keys.waiting(pool, waiting.holder),
    ...waiting,
    [TTL_ATTRIBUTE]: Math.ceil(Date.parse(waiting.until) / 1000),
  },
});

/** Ends the wait that this campaign, or a single call, has noted. */
export const removeWaiting = (pool: Pool, holder: string, campaignId: string | null): RemoveOperation => ({
  delete: keys.waiting(pool, holder),
  when: [equals('campaign_id', campaignId)],
});

/** Notes that the holder has had its turn, and waits from then on; fails if it does not wait. */
export const noteTurn = (pool: Pool, holder: string, now: Date): UpdateOperation => ({
  update: keys.waiting(pool, holder),
  set: { since: now.toISOString() },
  when: [present('holder')],
});

/** Notes that somebody is being woken; fails if it was woken since then, or waits no more. */
export const noteWoken = (pool: Pool, holder: string, now: Date, since: Date): UpdateOperation => ({
  update: keys.waiting(pool, holder),
  set: { woken_at: now.toISOString() },
  when: [present('holder'), anyOf(absent('woken_at'), below('woken_at', since.toISOString()))],
});
