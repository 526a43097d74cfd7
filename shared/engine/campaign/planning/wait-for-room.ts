import { secondsAfter } from '#shared/domain/time.ts';
import { waitOf } from '#shared/engine/call/dialling/pool-room.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { CampaignControl } from '#shared/store/campaign/campaigns.ts';
import { accountPool, connectionPool } from '#shared/store/limits/call-permits.ts';
import {
  noteTurn,
  noteWoken,
  putWaiting,
  readWaiters,
  removeWaiting,
  type WaitingRecord,
} from '#shared/store/limits/waiting.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';
import { type DialBudget, type Short, wantedByAccount } from './dial-budget.ts';

/** A campaign without room looks again after 1 s, 2 s and 4 s, then every 8 s; the end of a call wakes it earlier. */
const LOOK_SECONDS = [1, 2, 4, 8];
/** A look that is later than this is lost; longer than clocks differ. */
const LOOK_LATE_SECONDS = 10;
/** A wait keeps its place this long after its next look was to come: longer than a failed step takes to come again. */
const WAIT_KEPT_SECONDS = 30;
/** Nobody is woken twice within this. */
const WOKEN_AGAIN_MS = 1_000;

type WaitPorts = Needs<'table' | 'dialQueue'>;
type LeavePorts = Needs<'table' | 'campaignQueue' | 'limits'>;

/** What a campaign waits for. */
export interface Waiting {
  short: Short;
  wants: number;
  /** Permits are there, and only dials are short. */
  hasCalls: boolean;
  /** Calls were claimed in this step. */
  gotSome: boolean;
  /** The looks that have come with this step; a wait of before may have left one on its way. */
  looks: number[];
  now: Date;
}

/** Others would go on leaving the account its share of the connection. */
const stopWaitingForConnection = async (
  table: TableWriter,
  { id, account_id }: CampaignControl,
  { connection }: DialBudget,
): Promise<void> => {
  if (connection.waiters.some(({ campaign_id }) => campaign_id === id))
    await succeeded(table.write(removeWaiting(connectionPool, account_id, id)));
};

/**
 * Notes that due contacts wait for room, so that others leave them their share, and asks for a look in a few seconds.
 * Never more than one look is on its way, however often the campaign is woken meanwhile.
 */
export const waitForRoom = async (
  { table, dialQueue }: WaitPorts,
  control: CampaignControl,
  budget: DialBudget,
  { short, wants, hasCalls, gotSome, looks, now }: Waiting,
): Promise<void> => {
  if (!short.connection) await stopWaitingForConnection(table, control, budget);
  const before = waitOf(budget.account.waiters, control.id);
  const isLookComing =
    before !== undefined &&
    !looks.includes(before.look) &&
    secondsAfter(before.look_again_at, LOOK_LATE_SECONDS).getTime() > now.getTime();
  const tries = gotSome ? 0 : (before?.tries ?? -1) + 1;
  const pause = LOOK_SECONDS[Math.min(tries, LOOK_SECONDS.length - 1)] as number;
  const delaySeconds = Math.max(pause, budget.pauseSeconds);
  const next = isLookComing
    ? before
    : {
        look: (before?.look ?? 0) + 1,
        look_again_at: secondsAfter(now, delaySeconds).toISOString(),
        tries,
      };
  const waiting: WaitingRecord = {
    holder: control.id,
    campaign_id: control.id,
    wants,
    wants_dials: hasCalls ? wants : 0,
    since: gotSome || !before ? now.toISOString() : before.since,
    until: secondsAfter(next.look_again_at, WAIT_KEPT_SECONDS).toISOString(),
    look: next.look,
    look_again_at: next.look_again_at,
    tries: next.tries,
  };
  const isNews = !isLookComing || gotSome || waiting.wants > 0 !== before.wants > 0;
  if (!isNews) return;
  // The message goes first: a crash in between costs one look too many, not the wait.
  const message = { campaign_id: control.id, look: next.look, account_id: control.account_id };
  if (!isLookComing) await dialQueue.send([message], { delaySeconds });
  await table.write(putWaiting(accountPool(control.account_id), waiting));
  if (!short.connection) return;
  const known = waitOf(budget.connection.waiters, control.account_id);
  const since = gotSome || !known ? waiting.since : known.since;
  const wantsInAll = wantedByAccount(budget.account, wants);
  await table.write(putWaiting(connectionPool, { ...waiting, holder: control.account_id, wants: wantsInAll, since }));
};

/** Wakes those who wait for calls that have ended, the longest wait first. */
export const wakeWaiting = async (
  { table, campaignQueue, limits }: LeavePorts,
  control: CampaignControl,
  most: number,
  now: Date,
): Promise<void> => {
  if (most <= 0) return;
  const among = [accountPool(control.account_id)];
  if (limits.connectionMaxConcurrentCalls !== null) among.push(connectionPool);
  const before = new Date(now.getTime() - WOKEN_AGAIN_MS);
  for (const pool of among) {
    const waiters = (await readWaiters(table, pool, now))
      .flatMap(({ campaign_id, ...waiter }) => (campaign_id === null ? [] : [{ ...waiter, campaign_id }]))
      .filter(({ campaign_id, wants }) => campaign_id !== control.id && wants > 0)
      .sort((one, other) => one.since.localeCompare(other.since));
    for (const { holder, campaign_id } of waiters.slice(0, most)) {
      if (await succeeded(table.write(noteWoken(pool, holder, now, before))))
        await campaignQueue.send([{ campaign_id, reason: 'wake' }]);
    }
  }
};

/** Leaves the lists of those who wait, and wakes those who left it its share; without effect where it does not wait. */
export const stopWaiting = async (ports: LeavePorts, control: CampaignControl, now: Date): Promise<void> => {
  const { id, account_id, max_concurrent_calls } = control;
  await succeeded(ports.table.write(removeWaiting(accountPool(account_id), id, id)));
  await succeeded(ports.table.write(removeWaiting(connectionPool, account_id, id)));
  await wakeWaiting(ports, control, max_concurrent_calls, now);
};

/** Leaves the lists if the budget shows that the campaign is in one. */
export const stopWaitingAfter = async (
  ports: LeavePorts,
  control: CampaignControl,
  { account, connection }: DialBudget,
  now: Date,
): Promise<void> => {
  const isWaiting = [...account.waiters, ...connection.waiters].some(({ campaign_id }) => campaign_id === control.id);
  if (isWaiting) await stopWaiting(ports, control, now);
};

/** After a campaign's turn, its account's other campaigns wait for the connection behind everybody else. */
export const waitBehind = async (
  { table }: Pick<WaitPorts, 'table'>,
  { id, account_id }: CampaignControl,
  { connection }: DialBudget,
  now: Date,
): Promise<void> => {
  const waiting = waitOf(connection.waiters, account_id);
  if (waiting && waiting.campaign_id !== id) await succeeded(table.write(noteTurn(connectionPool, account_id, now)));
};
