import { type CallRecord, getCalls, isOver } from '#shared/store/call/calls.ts';
import { readPermittedCalls } from '#shared/store/limits/call-permits.ts';
import { readActive } from '#shared/store/table/sweep-index.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** A single call that waits for its time is not live. */
const isLive = (call: CallRecord | undefined, accountId: string): call is CallRecord =>
  call !== undefined && call.account_id === accountId && !isOver(call) && call.due_at === null;

/**
 * The account's calls that are on or about to be dialled: those that hold its permits, and those of no campaign, which the
 * sweep looks at. A call that came in a moment ago may be missing.
 */
export const readLiveCalls = async (table: TableReader, accountId: string): Promise<CallRecord[]> => {
  const [permitted, { callIds }] = await Promise.all([readPermittedCalls(table, accountId), readActive(table)]);
  const calls = await getCalls(table, [...new Set([...permitted, ...callIds])]);
  return calls.filter((call) => isLive(call, accountId));
};
