import { chunked } from '#shared/domain/lists.ts';
import {
  cutoffOf,
  KEPT_PARTS,
  type KeptPart,
  nextLookAt,
  outlived,
  retentionThatHolds,
} from '#shared/domain/privacy/retention.ts';
import { secondsAfter } from '#shared/domain/time.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { getAccount, retentionOf } from '#shared/store/accounts.ts';
import { type CallRecord, getCalls, isOver } from '#shared/store/call/calls.ts';
import { readCallsBefore } from '#shared/store/privacy/calls-before.ts';
import {
  carryOnLook,
  endLaterLook,
  endLook,
  getRetention,
  type LaterLook,
  noteLaterLook,
  placedAt,
  placeOfPart,
  type RetentionRecord,
  readLaterLooks,
} from '#shared/store/privacy/retentions.ts';
import { writeIfUnchanged } from '#shared/store/table/conditional-write.ts';
import { endRecording } from './end-recording.ts';
import { endWords } from './end-words.ts';
import { type CarrierOfCopies, type PatientCarrier, patientCarrier } from './patient-carrier.ts';

/** Entries of a list that are read at a time, and calls that are ended side by side. */
const CALLS_PER_STRETCH = 100;
const PARALLEL_CALLS = 8;
/** Neither part keeps the other waiting; both stay well within their worker's timeout. */
const PART_MAX_MS = 12_000;
/** Sooner than a message that failed comes again. */
const RETRY_SECONDS = 60;

type EnforcePorts = Needs<'table' | 'retentionQueue' | 'retentionBounds' | 'recordingRemover' | 'clock'> & {
  telephony: CarrierOfCopies;
};

const END = { transcript: endWords, recording: endRecording } as const;

/** A look at one part of what a team keeps. */
interface Look {
  ports: EnforcePorts;
  carrier: PatientCarrier;
  part: KeptPart;
  /** Calls that ended by then have outlived their retention. */
  cutoff: string;
  until: number;
  failures: unknown[];
}

const isOutOfTime = ({ ports, until }: Look): boolean => ports.clock().getTime() >= until;

/** Ends the part of a call that has outlived its retention. When to look again, if that is to be. */
const lookAt = async ({ ports, carrier, part, cutoff, failures }: Look, call: CallRecord): Promise<LaterLook[]> => {
  const now = ports.clock();
  const found = outlived({ ...call, isOver: isOver(call) }, cutoff, now);
  const later = { call_id: call.id, part };
  if (found !== true) return [{ ...later, at: found.notBefore, isRetry: false }];
  try {
    await END[part]({ ...ports, telephony: carrier.telephony }, call);
    return [];
  } catch (error) {
    failures.push(error);
    return [{ ...later, at: secondsAfter(now, RETRY_SECONDS).toISOString(), isRetry: true }];
  }
};

/** Looks at these calls, and notes those that are to be looked at again, so that nobody need come back for them. */
const lookAtAll = async (look: Look, teamId: string, ids: string[]): Promise<void> => {
  const { table } = look.ports;
  const calls = (await getCalls(table, ids)).filter((call) => call !== undefined);
  const later = (await Promise.all(calls.map((call) => lookAt(look, call)))).flat();
  await Promise.all(later.map((each) => table.write(noteLaterLook(teamId, each))));
};

/** Looks again at calls that were noted. False if there are more than there is time for. */
const lookAgain = async (look: Look, teamId: string, isRetry: boolean): Promise<boolean> => {
  const { ports, carrier, part, cutoff } = look;
  const due = { part, isRetry, until: isRetry ? ports.clock().toISOString() : cutoff };
  for (;;) {
    if (isRetry && carrier.hasGivenUp()) return true;
    const noted = await readLaterLooks(ports.table, teamId, due, PARALLEL_CALLS);
    if (noted.length === 0) return true;
    await lookAtAll(
      look,
      teamId,
      noted.map(({ call_id }) => call_id),
    );
    await Promise.all(noted.map((each) => ports.table.write(endLaterLook(teamId, each))));
    if (isOutOfTime(look)) return false;
  }
};

/** Where a walk has come to; undefined if another run is at it. */
interface Walk {
  retention: RetentionRecord;
  isAtEnd: boolean;
}

const place = async ({ ports, part }: Look, before: RetentionRecord, at: string) =>
  placeOfPart(before, part) === at
    ? before
    : writeIfUnchanged(ports.table, carryOnLook(before, placedAt(part, at), ports.clock()));

/** Looks at these calls, as far as there is time; how many it were. */
const lookInTime = async (look: Look, teamId: string, ids: string[]): Promise<number> => {
  let done = 0;
  for (const some of chunked(ids, PARALLEL_CALLS)) {
    if (isOutOfTime(look)) break;
    await lookAtAll(look, teamId, some);
    done += some.length;
  }
  return done;
};

/** Looks at the calls of the team's list from the kept place on. */
const walkList = async (look: Look, begun: RetentionRecord): Promise<Walk | undefined> => {
  const { ports, part, cutoff } = look;
  for (let retention = begun; ; ) {
    const from = placeOfPart(retention, part);
    const range = { place: from, before: cutoff };
    const { calls, next, isAtEnd } = await readCallsBefore(ports.table, begun.team_id, range, CALLS_PER_STRETCH);
    const done = await lookInTime(
      look,
      begun.team_id,
      calls.map(({ id }) => id),
    );
    const isThrough = done === calls.length;
    const carried = await place(look, retention, isThrough ? next : (calls[done - 1]?.next ?? from));
    if (!carried) return undefined;
    retention = carried;
    if (isThrough && isAtEnd) return { retention, isAtEnd: true };
    if (isOutOfTime(look)) return { retention, isAtEnd: false };
  }
};

/** What was noted comes first, since a long list may take many runs; what failed comes last. */
const enforcePart = async (look: Look, begun: RetentionRecord): Promise<Walk | undefined> => {
  const teamId = begun.team_id;
  const areNotedDone = await lookAgain(look, teamId, false);
  const walk = await walkList(look, begun);
  if (!walk) return undefined;
  const isDone = areNotedDone && walk.isAtEnd && (await lookAgain(look, teamId, true));
  return { ...walk, isAtEnd: isDone };
};

/**
 * Ends what has outlived its retention in a team: what holds is the shorter of the account's and the operator's. Every
 * step may be taken any number of times; of two runs at once one leaves it to the other. What fails is noted to be
 * tried again, so that nothing waits for it.
 * @throws Error when something has failed, once everything else is done.
 */
export const enforceRetention = async (ports: EnforcePorts, teamId: string): Promise<void> => {
  const { table, clock } = ports;
  const found = await getRetention(table, teamId);
  let retention = found && (await writeIfUnchanged(table, carryOnLook(found, {}, clock())));
  if (!retention) return;
  const holding = retentionThatHolds(retentionOf(await getAccount(table, retention.account_id)), ports.retentionBounds);
  const carrier = patientCarrier(ports.telephony);
  const failures: unknown[] = [];
  let isDone = true;
  for (const part of KEPT_PARTS) {
    const days = holding[part];
    if (days === null) continue;
    const now = clock();
    const look = { ports, carrier, part, cutoff: cutoffOf(days, now), until: now.getTime() + PART_MAX_MS, failures };
    const walk = await enforcePart(look, retention);
    if (!walk) return;
    retention = walk.retention;
    isDone &&= walk.isAtEnd;
  }
  if (isDone) await writeIfUnchanged(table, endLook(retention, nextLookAt(holding, clock())));
  else await ports.retentionQueue.send([{ team_id: teamId }]);
  if (failures.length > 0) throw failures[0];
};
