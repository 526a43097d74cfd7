import type { Activity, ActivityAction } from '#shared/domain/account/activity.ts';
import type { Actor } from '#shared/domain/account/actor.ts';
import { newId } from '#shared/domain/ids.ts';
import { secondsAfter } from '#shared/domain/time.ts';
import { keys, listSort, lists } from './keys.ts';
import { type CursorPage, readCursorPage } from './table/cursor-pages.ts';
import { equals, type PutOperation, type TableReader } from './table/table.ts';
import { TTL_ATTRIBUTE } from './table/table-schema.ts';

/** How long activities are kept. */
const KEPT_SECONDS = 400 * 24 * 60 * 60;

/** Something that was done, and by whom; never changed. */
export interface ActivityRecord extends Activity {
  id: string;
  account_id: string;
  at: string;
  actor: Actor;
}

const isActor = (by: Actor | { actor: Actor }): by is Actor => 'type' in by;

/**
 * Notes what somebody did, for the transaction of its effect: so it is there exactly if the effect is. Every attempt of a
 * command makes its own, and only one of them commits.
 */
export const activityOf = (
  by: Actor | { actor: Actor },
  accountId: string,
  { action, resource, resource_id, summary }: Activity,
  now: Date,
): PutOperation => {
  const id = newId('act', now);
  const { type, id: actorId, name } = isActor(by) ? by : by.actor;
  const at = now.toISOString();
  const actor = { type, id: actorId, name };
  const record: ActivityRecord = { id, account_id: accountId, at, actor, action, resource, resource_id, summary };
  return {
    put: {
      ...keys.activity(id),
      ...record,
      ix: { action },
      list_pk: lists.activity(accountId),
      list_sk: listSort(at, id),
      [TTL_ATTRIBUTE]: Math.floor(now.getTime() / 1000) + KEPT_SECONDS,
    },
  };
};

/** Newest first. */
export const listActivityRecords = (
  table: TableReader,
  accountId: string,
  { action }: { action?: ActivityAction | undefined },
  page: CursorPage,
  now: Date,
) =>
  readCursorPage<ActivityRecord>(table, {
    ...page,
    list: lists.activity(accountId),
    keptSince: secondsAfter(now, -KEPT_SECONDS),
    filter: action === undefined ? [] : [equals('ix.action', action)],
  });
