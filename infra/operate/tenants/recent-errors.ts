import { HOUR_MS } from '#shared/domain/time.ts';
import type { AccountRecord } from '#shared/store/accounts.ts';
import { listCallRecords } from '#shared/store/call/call-lists.ts';
import { campaignsUnderWay } from '#shared/store/campaign/campaign-lists.ts';
import { getControl } from '#shared/store/campaign/campaigns.ts';
import { listDeliveries } from '#shared/store/delivery/delivery-lists.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** Rows of a list that are looked through, the newest. */
const PAGE = 200;
const PAGES_MAX = 10;

/** Something that went wrong, without personal values. */
export interface Mishap {
  at: string;
  what: 'call' | 'webhook' | 'campaign' | 'log';
  id: string;
  words: string;
}

interface Found {
  mishaps: Mishap[];
  /** Whether everything since then was looked at. */
  isComplete: boolean;
}

const PHONE = /\+\d{7,15}/g;

/** Words of the carrier or of ours may name a number. */
export const withoutPhones = (words: string): string => words.replace(PHONE, '+…');

const failedCalls = async (table: TableReader, teamId: string, from: string): Promise<Found> => {
  const mishaps: Mishap[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const page = await listCallRecords(table, teamId, { from }, { limit: PAGE, cursor });
    for (const { id, created_at, ended_at, error, outcome, ended_reason } of page.items) {
      const words = error ?? (outcome === 'failed' ? `failed: ${ended_reason ?? 'without a reason'}` : null);
      if (words !== null) mishaps.push({ at: ended_at ?? created_at, what: 'call', id, words: withoutPhones(words) });
    }
    if (page.next_cursor === null) return { mishaps, isComplete: true };
    cursor = page.next_cursor;
  }
  return { mishaps, isComplete: false };
};

const FAILED = ['pending', 'dead_lettered'] as const;

const failedDeliveries = async (table: TableReader, accountId: string, from: string, now: Date): Promise<Found> => {
  const lists = await Promise.all(
    FAILED.map((status) => listDeliveries(table, accountId, { status }, { limit: PAGE }, now)),
  );
  const mishaps = lists.flatMap(({ items }) =>
    items.flatMap(({ id, type, status, attempts }): Mishap[] => {
      const last = attempts.at(-1);
      if (!last || last.at < from) return [];
      const answer = last.status_code === null ? (last.error ?? 'no answer') : `status ${last.status_code}`;
      const words = `${type}, ${status === 'pending' ? 'to be tried again' : 'given up'} after ${attempts.length} attempts: ${answer}`;
      return [{ at: last.at, what: 'webhook', id, words }];
    }),
  );
  return { mishaps, isComplete: lists.every(({ next_cursor }) => next_cursor === null) };
};

const haltedCampaigns = async (table: TableReader, teamIds: string[], from: string): Promise<Found> => {
  const paused = (await campaignsUnderWay(table, teamIds)).filter(({ status }) => status === 'paused');
  const controls = await Promise.all(paused.map(({ id }) => getControl(table, id)));
  const mishaps = controls.flatMap((control): Mishap[] => {
    if (!control?.paused_reason || control.updated_at < from) return [];
    const words = `paused: ${withoutPhones(control.paused_reason)}`;
    return [{ at: control.updated_at, what: 'campaign', id: control.id, words }];
  });
  return { mishaps, isComplete: true };
};

/**
 * What went wrong in an account in the last hours, as the table knows it, newest first: of the latest 2,000 calls of each
 * team and the latest 200 deliveries of each kind.
 */
export const recentErrors = async (
  table: TableReader,
  { account_id, team_ids }: AccountRecord,
  hours: number,
  now: Date,
): Promise<Found> => {
  const from = new Date(now.getTime() - hours * HOUR_MS).toISOString();
  const found = await Promise.all([
    ...team_ids.map((id) => failedCalls(table, id, from)),
    failedDeliveries(table, account_id, from, now),
    haltedCampaigns(table, team_ids, from),
  ]);
  return {
    mishaps: found.flatMap(({ mishaps }) => mishaps).sort((one, other) => other.at.localeCompare(one.at)),
    isComplete: found.every(({ isComplete }) => isComplete),
  };
};
