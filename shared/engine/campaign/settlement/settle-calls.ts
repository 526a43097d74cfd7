import { DAY_COUNTERS } from '#shared/domain/account/day-portions.ts';
import { subjectOf } from '#shared/domain/call/subject.ts';
import { isCallableAgain } from '#shared/domain/campaign/contact-status.ts';
import { chunked } from '#shared/domain/lists.ts';
import { type Holds, holdKeysOf, isHeldBy, releaseHolds } from '#shared/engine/call/holds.ts';
import { countsMoving, OPERATIONS_FOR_CONTACTS } from '#shared/engine/campaign/campaign-counts.ts';
import { notePause } from '#shared/engine/campaign/note-pause.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { unlessChanged } from '#shared/store/call/call-changes.ts';
import { type CallRecord, callKey, isOver } from '#shared/store/call/calls.ts';
import { type CampaignControl, changeControl, controlKey } from '#shared/store/campaign/campaigns.ts';
import {
  type CountsNotes,
  type CountsRecord,
  countsKey,
  moveCounts,
  recentDialsIn,
} from '#shared/store/campaign/contact-counts.ts';
import { type EnrolmentRecord, enrolmentKey, moveEnrolment } from '#shared/store/campaign/enrolments.ts';
import { isPromised, leaveRedial } from '#shared/store/campaign/redials.ts';
import { giveBackDayDials } from '#shared/store/limits/daily-usage.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { type RecordKey, readRecords, readSets } from '#shared/store/table/records.ts';
import type { TableReader, WriteOperation } from '#shared/store/table/table.ts';
import { contactAfterCall } from './contact-after-call.ts';
import { awaitedAfter, correctedContact, isReopened } from './correct-contact.ts';
import { judgeSettled } from './halting-calls.ts';

/** Enrolment, call, callee lock, and the permits of account and connection. */
const OPERATIONS_PER_CALL = 5;
/** The counters of the day; seldom those of two days. */
const OPERATIONS_BESIDE = 2 * DAY_COUNTERS;
const CALLS_PER_TRANSACTION = Math.floor((OPERATIONS_FOR_CONTACTS - OPERATIONS_BESIDE) / OPERATIONS_PER_CALL);

interface Situation extends Holds {
  call: CallRecord;
  /** The contact's enrolment, if this call is its latest claim. */
  enrolment: EnrolmentRecord | undefined;
}

/** The contact waits for its call, or does not know yet of an attempt that a stray call was. */
const isUnsettled = ({ status, attempts }: EnrolmentRecord, call: CallRecord): boolean =>
  status === 'dialing' || status === 'in_progress' || (call.status === 'ended' && attempts < (call.attempt ?? 1));

/** A campaign, its counters and some calls of it. */
export interface CampaignCalls {
  control: CampaignControl | undefined;
  counts: CountsRecord | undefined;
  /** Those that were asked for. */
  callIds: string[];
  calls: CallRecord[];
}

/** Reads the campaign, its counters and these calls of it. */
export const readCallsOf = async (
  table: TableReader,
  campaignId: string,
  callIds: string[],
): Promise<CampaignCalls> => {
  const keys: RecordKey<object>[] = [controlKey(campaignId), countsKey(campaignId), ...callIds.map(callKey)];
  const [control, counts, ...found] = (await readRecords(table, keys)) as [
    CampaignControl | undefined,
    CountsRecord | undefined,
    ...(CallRecord | undefined)[],
  ];
  const calls = found.filter((call) => call?.campaign_id === campaignId) as CallRecord[];
  return { control, counts, callIds, calls };
};

const readSituations = async (table: TableReader, calls: CallRecord[]): Promise<Situation[]> => {
  const read = await readSets(
    table,
    calls.map((call) => ({
      enrolment: enrolmentKey(call.campaign_id ?? '', call.contact_id ?? ''),
      ...holdKeysOf(call),
    })),
  );
  return calls.map((call, at) => {
    const { enrolment, lock, permit, onConnection } = read[at] ?? {};
    const isCurrent = enrolment?.enrolment_id === call.enrolment_id && enrolment?.generation === call.generation;
    return { call, enrolment: isCurrent ? enrolment : undefined, lock, permit, onConnection };
  });
};

/** A claim that was released, or cancelled before its dial. */
const isUndialed = ({ status }: CallRecord): boolean => status === 'not_dialed' || status === 'cancelled';

/** Frees what a finished claim still holds; locks and permits of other calls are left alone. */
const releases = (situation: Situation): WriteOperation[] =>
  releaseHolds(situation.call, situation, { isUndialed: isUndialed(situation.call) });

/**
 * Gives released claims back to the account's day. A claim holds its permit until then, so whoever frees the permit
 * gives back, and nobody does twice.
 */
const dayReturns = (situations: Situation[]): WriteOperation[] => {
  const released = situations.filter(({ call, permit }) => isUndialed(call) && isHeldBy(permit, call));
  const accountId = released[0]?.call.account_id;
  if (accountId === undefined) return [];
  const dials = released.flatMap(({ call }) => call.day_dial ?? []);
  // A claim whose dial was placed after all is not given back.
  return [...giveBackDayDials(accountId, dials), ...released.map(({ call }) => unlessChanged(call))];
};

/** Returns released claims to the execution's cap. */
const creditOf = (control: CampaignControl, calls: CallRecord[]): Partial<CampaignControl> => {
  const released = calls.filter(isUndialed).length;
  return control.calls_left === null || released === 0 ? {} : { calls_left: control.calls_left + released };
};

interface Move {
  call: CallRecord;
  enrolment: EnrolmentRecord;
  changes: Partial<EnrolmentRecord>;
  /** The contact was settled before, and its call has another outcome since. */
  isCorrection: boolean;
}

/**
 * The campaign's own changes, which halt it if need be: then nobody else of its list meets the same fault. A contact
 * that is due again after all loses against the campaign's completion, and wins against one that has not seen it.
 */
const controlOperations = (
  control: CampaignControl,
  moves: Move[],
  changes: Partial<CampaignControl>,
): WriteOperation[] => {
  const isGuarded = moves.some(({ enrolment, changes: moved }) => isReopened(enrolment, moved));
  // Whom a correction takes out of an open redial, the redial need not reopen.
  const lost = moves.filter(({ enrolment, changes: { status = enrolment.status } }) => {
    return !isCallableAgain(status) && isPromised(control, enrolment);
  }).length;
  const { operation } = changeControl(control, changes);
  if (lost > 0) return [leaveRedial(control, lost, operation)];
  return isGuarded || Object.keys(changes).length > 0 ? [operation] : [];
};

/** Who ends unreached notes the redials so far: only a later one reopens the contact. */
const endMark = (before: EnrolmentRecord, { status }: Partial<EnrolmentRecord>, { redials }: CampaignControl) =>
  status !== undefined && isCallableAgain(status) && !isCallableAgain(before.status) ? { redials_at_end: redials } : {};

const movesOf = (situations: Situation[], control: CampaignControl, now: Date): Move[] =>
  situations.flatMap(({ enrolment, call }) => {
    if (!enrolment) return [];
    const isCorrection = !isUnsettled(enrolment, call);
    const changesOf = isCorrection ? correctedContact : contactAfterCall;
    const changes = changesOf(enrolment, call, control, now);
    if (!changes) return [];
    const all = { ...changes, ...endMark(enrolment, changes, control), updated_at: now.toISOString() };
    return [{ call, enrolment, changes: all, isCorrection }];
  });

/** Whom a redial counts. */
const movesUnreached = ({ enrolment, changes: { status = enrolment.status } }: Move): boolean =>
  isCallableAgain(status) !== isCallableAgain(enrolment.status);

/** Whether somebody became unreached, or was reached after all, before a redial or after it must not be in doubt. */
const notesOf = (control: CampaignControl, moves: Move[], now: Date): CountsNotes => {
  const over = moves.map(({ call }) => call).filter(isOver);
  return { ...(moves.some(movesUnreached) && { redials: control.redials }), ...awaitedAfter(over, control, now) };
};

/** Returns true if one of the calls is over. */
const settleSome = async (
  { table, log }: Needs<'table' | 'log'>,
  campaignId: string,
  { control, counts, calls }: CampaignCalls,
  now: Date,
): Promise<boolean> => {
  if (!control) return false;
  const situations = await readSituations(table, calls);
  const moves = movesOf(situations, control, now);
  const settled = moves.flatMap(({ call, isCorrection }) => (isOver(call) && !isCorrection ? [call] : []));
  const verdict = judgeSettled(control, recentDialsIn(counts), settled, now);
  const operations: WriteOperation[] = [
    ...controlOperations(control, moves, { ...creditOf(control, settled), ...verdict.changes }),
    ...moveCounts(campaignId, countsMoving(moves), { ...notesOf(control, moves, now), ...verdict.notes }),
    ...moves.map(({ enrolment, changes }) => moveEnrolment(enrolment, changes)),
    // A late step may know the contact as a newer outcome left it, and the call as it was before.
    ...moves.flatMap(({ call, isCorrection }) => (isCorrection ? [unlessChanged(call)] : [])),
    ...situations.filter(({ call }) => isOver(call)).flatMap(releases),
    ...dayReturns(situations),
  ];
  if (operations.length > 0) await table.transact(operations);
  for (const { call, changes } of moves)
    log.info('A call was settled with its contact.', { ...subjectOf(call), contact_status: changes.status });
  if (verdict.pause) notePause(log, control, verdict.pause);
  return situations.some(({ call }) => isOver(call));
};

const isSameCalls = (known: readonly string[], wanted: readonly string[]): boolean =>
  known.length === wanted.length && wanted.every((callId) => known.includes(callId));

/**
 * Brings contacts, counters, locks and permits in line with their calls, in one transaction for every few calls.
 * Safe to repeat; the loser of a race reads again and finds nothing left to do. Returns true if a call is over, so that
 * there may be room for another. `known` was read just before.
 */
export const settleCalls = async (
  ports: Needs<'table' | 'log'>,
  campaignId: string,
  callIds: string[],
  now: Date,
  known?: CampaignCalls,
): Promise<boolean> => {
  let anyOver = false;
  for (const some of chunked([...new Set(callIds)], CALLS_PER_TRANSACTION)) {
    let read = known && isSameCalls(known.callIds, some) ? known : undefined;
    const settle = async (): Promise<boolean> => {
      const current = read ?? (await readCallsOf(ports.table, campaignId, some));
      // What was known is tried once.
      read = undefined;
      return settleSome(ports, campaignId, current, now);
    };
    if (await retryingLostRaces(ports.table, settle)) anyOver = true;
  }
  return anyOver;
};
