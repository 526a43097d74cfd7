import { chunked } from '#shared/domain/lists.ts';
import { exportKeyOf } from '#shared/domain/privacy/export.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { phoneOfLine } from '#shared/store/line/line-keys.ts';
import { findListedCalls, findUnlistedCalls } from '#shared/store/privacy/calls-of-person.ts';
import { carryOn, completeErasure, type ErasureRecord, getErasure, isDue } from '#shared/store/privacy/erasures.ts';
import { findFormerLines, forgetFormerLine } from '#shared/store/privacy/former-lines.ts';
import { writeIfUnchanged } from '#shared/store/table/conditional-write.ts';
import { shardFor } from '#shared/store/table/counters.ts';
import { closeFormer } from './close-former.ts';
import { type CarrierLook, type EraseCallPorts, eraseAtCarrier, eraseCall, isLeftAtCarrier } from './erase-call.ts';
import { forgetLine } from './forget-line.ts';
import { leaveCampaigns } from './leave-campaigns.ts';

/** Calls that are erased side by side; of each the carrier is asked for its copies. */
const PARALLEL_CALLS = 4;
const CARRIER_FAILURES_MAX = 3;
/** A run begins with no further calls after this, well within its worker's timeout. */
const RUN_MAX_MS = 25_000;
/** A call that is over is settled by its campaign within moments. */
const UNSETTLED_LOOK_SECONDS = 2;
/** A call of the contact to another number may go on; it is waited for. */
const LIVE_CALL_LOOK_SECONDS = 15;

export type ErasePorts = EraseCallPorts & Needs<'campaignQueue' | 'erasureQueue' | 'erasureLog' | 'exportRemover'>;

/** One run of an erasure, and what it has met. */
interface Run extends CarrierLook {
  erasure: ErasureRecord;
  until: number;
  /** Calls that go on. */
  live: number;
  /** The carrier's copies of some calls are left, or more. */
  isIncomplete: boolean;
  /** How often the carrier has failed since it last did what it was asked. */
  carrierFailures: number;
  failures: unknown[];
}

/**
 * A carrier that has failed so often in a row is asked for few calls only until it succeeds again: in each run for others,
 * so that calls which it refuses for ever hold up none.
 */
const mayAskCarrier = ({ carrierFailures, erasure }: Run, callId: string): boolean =>
  carrierFailures < CARRIER_FAILURES_MAX || shardFor(`${callId} ${erasure.version}`) === 0;

const askCarrier = async (ports: ErasePorts, call: CallRecord, run: Run): Promise<void> => {
  if (!mayAskCarrier(run, call.id)) {
    run.isIncomplete = true;
    return;
  }
  try {
    await eraseAtCarrier(ports, call, run);
    run.carrierFailures = 0;
  } catch (error) {
    run.carrierFailures += 1;
    throw error;
  }
};

/** What is ours goes whatever becomes of the carrier's copies. */
const eraseOne = async (ports: ErasePorts, id: string, run: Run): Promise<void> => {
  const call = await eraseCall(ports, id, run.erasure);
  if (call === 'live') run.live += 1;
  else if (call && isLeftAtCarrier(call, run)) await askCarrier(ports, call, run);
};

const isLate = ({ clock }: ErasePorts, { until }: Run): boolean => clock().getTime() >= until;

/** Erases these calls, whatever becomes of the others. False if there was no time for all. */
const eraseCalls = async (ports: ErasePorts, ids: string[], run: Run): Promise<boolean> => {
  for (const some of chunked(ids, PARALLEL_CALLS)) {
    if (isLate(ports, run)) return false;
    const outcomes = await Promise.allSettled(some.map((id) => eraseOne(ports, id, run)));
    run.failures.push(...outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])));
  }
  return true;
};

const comeBack = ({ erasureQueue }: ErasePorts, { id }: ErasureRecord, delaySeconds: number): Promise<void> =>
  erasureQueue.send([{ erasure_id: id }], { delaySeconds });

const isLeft = ({ live, isIncomplete, failures }: Run): boolean => live > 0 || isIncomplete || failures.length > 0;

/**
 * Erases the calls of the team's list from the kept place on. `isAtEnd` is false where the next run is to take it up;
 * undefined if another run is at work.
 */
const walkList = async (ports: ErasePorts, begun: ErasureRecord, run: Run) => {
  let erasure = begun;
  for (;;) {
    const { ids, next } = await findListedCalls(ports.table, erasure, erasure.place);
    if (!(await eraseCalls(ports, ids, run))) return { erasure, isAtEnd: false };
    if (next === null) return { erasure, isAtEnd: true };
    const changes = { place: next, is_incomplete: erasure.is_incomplete || isLeft(run) };
    const carried = await writeIfUnchanged(ports.table, carryOn(erasure, changes, ports.clock()));
    if (!carried) return undefined;
    erasure = carried;
  }
};

/** Goes through all calls once more, for what this walk had to leave. */
const beginAnew = async (ports: ErasePorts, erasure: ErasureRecord, run: Run): Promise<void> => {
  await writeIfUnchanged(ports.table, carryOn(erasure, { place: null, is_incomplete: false }, ports.clock()));
  if (run.failures.length > 0) throw run.failures[0];
  await comeBack(ports, erasure, run.live > 0 ? LIVE_CALL_LOOK_SECONDS : UNSETTLED_LOOK_SECONDS);
};

/** Comes last: without it nothing finds the person's numbers, and the calls with them that are of no contact. */
const forgetLines = async (ports: ErasePorts, { contact_id, lines }: ErasureRecord): Promise<void> => {
  const former = await findFormerLines(ports.table, contact_id);
  await Promise.all([...new Set([...lines, ...former])].map((line) => forgetLine(ports, line)));
  await Promise.all(former.map((line) => ports.table.write(forgetFormerLine(line, contact_id))));
};

/**
 * Closes the numbers that the person had before: those that a run of before has closed, or an erasure that is repeated, and
 * those that the contact gave up and somebody suppresses. What was closed is in the record, and in the log for a restore,
 * before the notes that lead to it go. Undefined if another run is at work.
 */
const closeFormerLines = async (ports: ErasePorts, begun: ErasureRecord): Promise<ErasureRecord | undefined> => {
  const { former_lines: known = [], contact_id } = begun;
  const givenUp = (await findFormerLines(ports.table, contact_id)).filter((line) => !known.includes(line));
  const close = (line: string, isOnlyIfSuppressed: boolean): Promise<boolean> =>
    closeFormer(ports, begun, phoneOfLine(line), { isOnlyIfSuppressed });
  await Promise.all(known.map((line) => close(line, false)));
  const closed = await Promise.all(givenUp.map(async (line) => ((await close(line, true)) ? [line] : [])));
  const former_lines = [...known, ...closed.flat()];
  if (former_lines.length === known.length) return begun;
  return writeIfUnchanged(ports.table, carryOn(begun, { former_lines }, ports.clock()));
};

const runOf = (erasure: ErasureRecord, now: Date): Run => ({
  erasure,
  since: erasure.last_look_at ?? erasure.requested_at,
  isLastLook: erasure.status === 'completed',
  until: now.getTime() + RUN_MAX_MS,
  live: 0,
  isIncomplete: false,
  carrierFailures: 0,
  failures: [],
});

/**
 * Carries on an erasure until nothing of the person is left, and, some time after that, takes a last look. Every step may
 * be taken any number of times; of two runs at once, one leaves the list's walk to the other. A message that comes when
 * nothing is due does nothing.
 * @throws Error when the bucket or the carrier cannot be reached; what is in the table is gone by then.
 */
export const erasePerson = async (ports: ErasePorts, erasureId: string): Promise<void> => {
  const { table, exportRemover, erasureLog, clock } = ports;
  const found = await getErasure(table, erasureId);
  if (!found || !isDue(found, clock())) return;
  const taken = await writeIfUnchanged(table, carryOn(found, {}, clock()));
  if (!taken) return;
  await erasureLog.note(taken);
  const begun = await closeFormerLines(ports, taken);
  if (!begun) return;
  if (begun !== taken) await erasureLog.note(begun);
  const run = runOf(begun, clock());
  await exportRemover.remove(exportKeyOf(begun));
  const hasLeft = await leaveCampaigns(ports, begun);
  const isInTime = await eraseCalls(ports, await findUnlistedCalls(table, begun), run);
  const walked = await walkList(ports, begun, run);
  if (!walked) return;
  if (!isInTime || !walked.isAtEnd) return comeBack(ports, begun, 0);
  if (!hasLeft || walked.erasure.is_incomplete || isLeft(run)) return beginAnew(ports, walked.erasure, run);
  if (run.isLastLook) await forgetLines(ports, begun);
  await writeIfUnchanged(table, completeErasure(walked.erasure, clock()));
};
