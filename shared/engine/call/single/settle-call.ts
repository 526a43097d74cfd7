import { holdKeysOf, releaseHolds } from '#shared/engine/call/holds.ts';
import { leaveCallSweep } from '#shared/store/call/call-changes.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { isSingle } from '#shared/store/call/single-calls.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { readTogether } from '#shared/store/table/records.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

/** Frees what a single call holds once it has ended. Safe to repeat; the sweep does so after a crash. */
export const settleSingle = async (table: TableWriter, { id, status, ...ended }: CallRecord): Promise<void> => {
  if (!isSingle(ended) || status !== 'ended' || !('active_pk' in ended)) return;
  await retryingLostRaces(table, async () => {
    const call = await getCall(table, id);
    if (call?.status !== 'ended' || !('active_pk' in call)) return;
    const holds = await readTogether(table, holdKeysOf(call));
    await table.transact([...releaseHolds(call, holds, { isUndialed: false }), leaveCallSweep(call)]);
  });
};
