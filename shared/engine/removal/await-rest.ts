import { conflict } from '#shared/domain/errors.ts';
import { plural } from '#shared/domain/plural.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import { readLiveCalls } from '#shared/engine/account/live-calls.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { AccountRecord } from '#shared/store/accounts.ts';
import { listCallRecords } from '#shared/store/call/call-lists.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** Claims that are on their way to the carrier are given back within this. */
const CLAIMS_RELEASED_WITHIN_MS = 15 * SECOND_MS;
const LOOK_AGAIN_MS = SECOND_MS;
/** Longer than any worker runs: what follows a call is written by then, or by nobody. */
const FOLLOW_UP_MS = 3 * MINUTE_MS;
/** The latest calls of a team, of which one may have ended a moment ago. */
const LATEST_CALLS = 200;

export type RestPorts = { table: TableReader; progress(words: string): void } & Needs<'clock' | 'sleep'>;

/** @throws Refusal 409 while calls of the suspended account go on; they are not cut off. */
export const awaitNoLiveCall = async ({ table, clock, sleep }: RestPorts, account: AccountRecord): Promise<void> => {
  const begin = clock().getTime();
  for (;;) {
    const live = await readLiveCalls(table, account.account_id);
    if (live.length === 0) return;
    const isQueued = live.some(({ status }) => status === 'queued');
    if (!isQueued || clock().getTime() - begin > CLAIMS_RELEASED_WITHIN_MS) {
      throw conflict(
        `${plural(live.length, 'call')} of "${account.slug}" ${live.length === 1 ? 'goes' : 'go'} on: ` +
          `${live.map(({ id }) => id).join(', ')}. The account is suspended, so no more come. Run the deletion again when they are over.`,
      );
    }
    await sleep(LOOK_AGAIN_MS);
  }
};

/** When the latest call of the account ended, epoch milliseconds; undefined if none has lately. */
const latestEnd = async (table: TableReader, { team_ids }: AccountRecord): Promise<number | undefined> => {
  const lists = await Promise.all(team_ids.map((id) => listCallRecords(table, id, {}, { limit: LATEST_CALLS })));
  const ends = lists.flatMap(({ items }) => items.flatMap(({ ended_at }) => (ended_at ? [Date.parse(ended_at)] : [])));
  return ends.length === 0 ? undefined : Math.max(...ends);
};

/** Waits until nobody writes down any more what follows the latest calls: three minutes after their end at most. */
export const awaitFollowUp = async (ports: RestPorts, account: AccountRecord): Promise<void> => {
  const { table, clock, sleep, progress } = ports;
  const end = await latestEnd(table, account);
  const left = end === undefined ? 0 : end + FOLLOW_UP_MS - clock().getTime();
  if (left <= 0) return;
  const ms = Math.min(left, FOLLOW_UP_MS);
  progress(`Waiting ${Math.ceil(ms / SECOND_MS)} s for what follows the latest call.`);
  await sleep(ms);
};
