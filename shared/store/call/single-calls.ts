import { DAY_MS, epochSeconds } from '#shared/domain/time.ts';
import { activeKey, callDueKey, callDuePartitions, keys, partitions } from '#shared/store/keys.ts';
import type { Change } from '#shared/store/table/conditional-write.ts';
import { readDueSorts } from '#shared/store/table/sweep-index.ts';
import { absent, type PutOperation, type RemoveOperation, type TableReader } from '#shared/store/table/table.ts';
import { TTL_ATTRIBUTE } from '#shared/store/table/table-schema.ts';
import { changeCall, indexed } from './call-changes.ts';
import type { CallRecord } from './calls.ts';
import { noteOnLine } from './line-calls.ts';
import { storedFields } from './stored-call.ts';

/*
 * A single call is an outbound one of no campaign. While it waits, it holds nothing and stands in the `active` index by
 * its due time; from its claim until it is over and holds nothing, among the calls that the sweep looks at.
 */

/** A note of a call that waits is of no use this long after its next look. */
const WAIT_NOTE_KEPT_DAYS = 2;

export const isSingle = ({ campaign_id, direction }: Pick<CallRecord, 'campaign_id' | 'direction'>): boolean =>
  campaign_id === null && direction === 'outbound';

const isOver = ({ status }: CallRecord): boolean => status === 'ended' || status === 'cancelled';

/** Where the sweep finds the call; null for nowhere. */
const sweepPlace = (call: CallRecord, holdsNothing: boolean) => {
  if (call.due_at !== null) return callDueKey(call.id, call.account_id, call.due_at);
  return isOver(call) && holdsNothing ? null : activeKey(call.id);
};

/** Creates a single call; its id is new. */
export const addSingleCall = (call: CallRecord): PutOperation[] => [
  {
    put: { ...keys.call(call.id), ...storedFields(call), ...indexed(call), ...sweepPlace(call, false) },
    when: [absent('pk')],
  },
  ...noteOnLine(call),
];

/**
 * Changes a single call, and where the sweep finds it, if it is still the version that was read. `holdsNothing`: the
 * transaction frees all that the call holds.
 */
export const moveSingleCall = (
  before: CallRecord,
  changes: Partial<CallRecord>,
  { holdsNothing }: { holdsNothing: boolean },
): Change<CallRecord> => {
  const { operation, after } = changeCall(before, changes);
  const place = sweepPlace(after, holdsNothing);
  return {
    operation: {
      ...operation,
      set: { ...operation.set, ...place },
      ...(place === null && { remove: ['active_pk', 'active_sk'] }),
    },
    after,
  };
};

/** A single call that waits, as its message names it; another look is meant by another due time. */
export interface DueCall {
  call_id: string;
  account_id: string;
  /** ISO 8601. */
  due_at: string;
}

/** Calls whose look is due by `until`, the longest due first; may lag by moments. */
export const readDueCalls = async (table: TableReader, until: Date, perShard: number): Promise<DueCall[]> => {
  const shards = await Promise.all(
    callDuePartitions.map((partition) => readDueSorts(table, partition, until, perShard)),
  );
  return shards.flat().map((sort) => {
    const [due_at = '', account_id = '', call_id = ''] = sort.split('#');
    return { call_id, account_id, due_at };
  });
};

/** Notes that a call waits for something that people remove. */
export const noteWait = ({ id, account_id }: CallRecord, due_at: string): PutOperation => ({
  put: {
    ...keys.waitingCall(account_id, id),
    call_id: id,
    account_id,
    due_at,
    [TTL_ATTRIBUTE]: epochSeconds(Date.parse(due_at) + WAIT_NOTE_KEPT_DAYS * DAY_MS),
  },
});

export const endWaitNote = ({ id, account_id }: CallRecord): RemoveOperation => ({
  delete: keys.waitingCall(account_id, id),
});

/** The account's calls that wait for something that people remove, so many at most. */
export const readWaitingCalls = async (table: TableReader, accountId: string, limit: number): Promise<DueCall[]> => {
  const found = await table.query<DueCall>({ partition: partitions.waitingCalls(accountId), limit });
  return found.map(({ call_id, account_id, due_at }) => ({ call_id, account_id, due_at }));
};
