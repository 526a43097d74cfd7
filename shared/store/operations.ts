import type { Activity } from '#shared/domain/account/activity.ts';
import type { Actor } from '#shared/domain/account/actor.ts';
import { newId } from '#shared/domain/ids.ts';
import { secondsAfter } from '#shared/domain/time.ts';
import { activityOf } from './activity.ts';
import { keys, listSort, lists } from './keys.ts';
import { type CursorPage, readCursorPage } from './table/cursor-pages.ts';
import type { PutOperation, TableReader } from './table/table.ts';
import { TTL_ATTRIBUTE } from './table/table-schema.ts';

/** How long operations are kept; as long as the activities of an account. */
const KEPT_SECONDS = 400 * 24 * 60 * 60;

/** The account that an operator worked on. */
export interface OperatedAccount {
  account_id: string;
  slug: string;
}

/** Something that an operator did in the deployment; never changed. It outlives the account that it was done to. */
export interface OperationRecord extends Activity {
  id: string;
  at: string;
  actor: Actor;
  /** Null where it belongs to no account, as a redrive does. */
  account_id: string | null;
  account_slug: string | null;
}

/** Notes what an operator did, for the transaction of its effect: in the log of the deployment alone. */
export const operationOf = (
  actor: Actor,
  account: OperatedAccount | null,
  { action, resource, resource_id, summary }: Activity,
  now: Date,
): PutOperation => {
  const id = newId('act', now);
  const at = now.toISOString();
  const record: OperationRecord = {
    ...{ id, at, actor, action, resource, resource_id, summary },
    account_id: account?.account_id ?? null,
    account_slug: account?.slug ?? null,
  };
  return {
    put: {
      ...keys.operation(id),
      ...record,
      list_pk: lists.operations,
      list_sk: listSort(at, id),
      [TTL_ATTRIBUTE]: Math.floor(now.getTime() / 1000) + KEPT_SECONDS,
    },
  };
};

/** The same in the log of the account, which its owner sees, and in that of the deployment. */
export const notesOf = (actor: Actor, account: OperatedAccount, done: Activity, now: Date): PutOperation[] => [
  activityOf(actor, account.account_id, done, now),
  operationOf(actor, account, done, now),
];

/** Newest first. */
export const listOperations = (table: TableReader, page: CursorPage, now: Date) =>
  readCursorPage<OperationRecord>(table, {
    ...page,
    list: lists.operations,
    keptSince: secondsAfter(now, -KEPT_SECONDS),
    filter: [],
  });
