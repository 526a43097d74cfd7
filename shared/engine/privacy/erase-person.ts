import { chunked } from '#shared/domain/lists.ts';
import { exportKeyOf } from '#shared/domain/privacy/export.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { findListedCalls, findUnlistedCalls } from '#shared/store/privacy/calls-of-person.ts';
import { carryOn, completeErasure, type ErasureRecord, getErasure } from '#shared/store/privacy/erasures.ts';
import { writeIfUnchanged } from '#shared/store/table/conditional-write.ts';
import { type EraseCallPorts, eraseCall } from './erase-call.ts';
import { leaveCampaigns } from './leave-campaigns.ts';

/** Calls that are erased side by side; of each the carrier is asked for its copies. */
const PARALLEL_CALLS = 4;
/** A run begins no further stretch of calls after this, well within its worker's timeout. */
const RUN_MAX_MS = 25_000;
/** A call that is over is settled by its campaign within moments. */
const UNSETTLED_LOOK_SECONDS = 2;
/** A call of the contact to another number may go on; it is waited for. */
const LIVE_CALL_LOOK_SECONDS = 15;

export type ErasePorts = EraseCallPorts & Needs<'campaignQueue' | 'erasureQueue' | 'erasureLog'>;

/** What one run has met. */
interface Look {
  isLastLook: boolean;
  /** Calls that go on. */
  live: number;
  failures: unknown[];
}

/** Erases these calls, whatever becomes of the others. True if nothing of them is left to do. */
const eraseCalls = async (ports: ErasePorts, ids: string[], look: Look): Promise<boolean> => {
  const before = look.live + look.failures.length;
  for (const some of chunked(ids, PARALLEL_CALLS)) {
    for (const each of await Promise.allSettled(some.map((id) => eraseCall(ports, id, look)))) {
      if (each.status === 'rejected') look.failures.push(each.reason);
      else if (!each.value) look.live += 1;
    }
  }
  return look.live + look.failures.length === before;
};

const comeBack = ({ erasureQueue }: ErasePorts, { id }: ErasureRecord, delaySeconds: number): Promise<void> =>
  erasureQueue.send([{ erasure_id: id }], { delaySeconds });

/**
 * Erases the calls of the team's list from the kept place on, which stays before the first call that is not done.
 * Undefined if another run is at work; `isAtEnd` is false where the next run is to take it up.
 */
const walkList = async (ports: ErasePorts, begun: ErasureRecord, look: Look) => {
  const startedAt = ports.clock().getTime();
  let [erasure, after, isClean] = [begun, begun.place, true];
  for (;;) {
    const { ids, next } = await findListedCalls(ports.table, erasure, after);
    isClean = (await eraseCalls(ports, ids, look)) && isClean;
    if (next === null) return { erasure, isAtEnd: true };
    after = next;
    if (isClean) {
      const carried = await writeIfUnchanged(ports.table, carryOn(erasure, { place: next }, ports.clock()));
      if (!carried) return undefined;
      erasure = carried;
    }
    if (ports.clock().getTime() - startedAt >= RUN_MAX_MS) return { erasure, isAtEnd: false };
  }
};

/**
 * Carries on an erasure until nothing of the person is left, and, some time after that, takes a last look. Every step may
 * be taken any number of times; of two runs at once, one leaves the list's walk to the other.
 * @throws Error when the bucket or the carrier cannot be reached; what is in the table is gone by then.
 */
export const erasePerson = async (ports: ErasePorts, erasureId: string): Promise<void> => {
  const { table, recordingRemover, erasureLog, clock } = ports;
  const found = await getErasure(table, erasureId);
  const begun = found && (await writeIfUnchanged(table, carryOn(found, {}, clock())));
  if (!begun) return;
  await erasureLog.note(begun);
  if (!(await leaveCampaigns(ports, begun))) return comeBack(ports, begun, UNSETTLED_LOOK_SECONDS);
  await recordingRemover.remove(exportKeyOf(begun));
  const look: Look = { isLastLook: begun.status === 'completed', live: 0, failures: [] };
  await eraseCalls(ports, await findUnlistedCalls(table, begun), look);
  const walked = await walkList(ports, begun, look);
  if (!walked) return;
  if (look.failures.length > 0) throw look.failures[0];
  if (look.live > 0) return comeBack(ports, begun, LIVE_CALL_LOOK_SECONDS);
  if (!walked.isAtEnd) return comeBack(ports, begun, 0);
  await writeIfUnchanged(table, completeErasure(walked.erasure, clock()));
};
