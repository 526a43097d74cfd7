import { keys } from '#shared/store/keys.ts';
import type { RecordKey } from '#shared/store/table/records.ts';
import type { Attributes, UnguardedUpdate } from '#shared/store/table/table.ts';

/*
 * A campaign's calls that have changed and are not settled yet: one field for each, with the time of its latest change.
 * One item for all, so that a step finds them by one read, however many messages woke it. A campaign has at most a
 * thousand calls, so the item stays below 50 KB; with up to 20 of them a write of it costs one unit.
 */

/** Ids of the calls, with the ISO 8601 times of their changes. */
export type UnsettledCalls = ReadonlyMap<string, string>;

const CALL_PREFIX = 'call_';
const SETTLED_AT = 'settled_at';

/** Calls that one update takes out: each is named in its expression, which DynamoDB limits to 4 KB. */
export const SETTLED_TOGETHER_MAX = 90;

export const unsettledKey = (campaignId: string): RecordKey<Attributes> => keys.unsettledCalls(campaignId);

export const unsettledIn = (item: Attributes | undefined): UnsettledCalls =>
  new Map(
    Object.entries(item ?? {})
      .filter(([field]) => field.startsWith(CALL_PREFIX))
      .map(([callId, at]) => [callId, String(at)]),
  );

/** Notes that a call has changed. */
export const noteUnsettled = (campaignId: string, callId: string, at: Date): UnguardedUpdate => ({
  update: unsettledKey(campaignId),
  set: { [callId]: at.toISOString() },
});

/** Takes out calls that a step has settled; whoever changes one of them meanwhile wakes another step. */
export const removeSettled = (campaignId: string, callIds: string[], at: Date): UnguardedUpdate => ({
  update: unsettledKey(campaignId),
  set: { [SETTLED_AT]: at.toISOString() },
  remove: callIds,
});

/** When calls were taken out the last time; null if they never were. */
export const lastSettledIn = (item: Attributes | undefined): Date | null => {
  const at = item?.[SETTLED_AT];
  return typeof at === 'string' ? new Date(at) : null;
};
