import { dialCommandId, encodeClientState } from '#shared/domain/call/client-state.ts';
import { deadlineOf, isGivenUp } from '#shared/domain/call/deadline.ts';
import {
  answeredByOf,
  answeredWithin,
  betterOf,
  isReportedAnswered,
  isScreenedOut,
  outcomeOf,
  UNREPORTED_END,
} from '#shared/domain/call/lifecycle.ts';
import { chunked } from '#shared/domain/lists.ts';
import { CANCELLED_BUT_LIVE, hangUp } from '#shared/engine/call/hang-up.ts';
import { type ReleasePorts, releaseSingle } from '#shared/engine/call/single/release-call.ts';
import { type AnnouncePorts, changeAndAnnounce } from '#shared/engine/webhook/announce.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { CarrierCall, Telephony } from '#shared/ports/telephony.ts';
import { noteAsked } from '#shared/store/call/call-notes.ts';
import { type CallRecord, needsConclusion } from '#shared/store/call/calls.ts';
import { isSingle } from '#shared/store/call/single-calls.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';

type Told = Pick<CarrierCall, 'hangupCause' | 'machineDetection' | 'answeredAt' | 'endedAt' | 'durationSecs'>;

const NOTHING: Told = {
  hangupCause: null,
  machineDetection: null,
  answeredAt: null,
  endedAt: null,
  durationSecs: null,
};

/**
 * The end of a call, from all that was ever reported of it. A call that may have taken place counts as an attempt and
 * is not dialled again. `problem` is why nobody knows more, stored if the outcome stays unknown.
 */
const endedAs = (call: CallRecord, told: Told, now: Date, problem: string): Partial<CallRecord> => {
  const ended_at = told.endedAt ?? now.toISOString();
  const answered_at = answeredWithin({ answered_at: call.answered_at ?? told.answeredAt, ended_at });
  const answered_by = answeredByOf({ ...call, answered_by: betterOf(call.answered_by, told.machineDetection) });
  const wasAnswered = isReportedAnswered({ status: call.status, answered_at, answered_by });
  const end = { cause: told.hangupCause, detection: answered_by, isScreenedOut: isScreenedOut(call) };
  const outcome = outcomeOf({ ...end, isNormal: wasAnswered, isAnswered: wasAnswered });
  const endedNormally = outcome === 'answered' || outcome === 'voicemail' || isScreenedOut(call);
  return {
    status: 'ended',
    outcome,
    ...(endedNormally && { events: { 'call.completed': now.toISOString(), ...call.events } }),
    ended_reason: told.hangupCause ?? (wasAnswered ? UNREPORTED_END.answered : UNREPORTED_END.unknown),
    error: outcome === 'unknown' ? problem : null,
    answered_by,
    answered_at,
    ended_at,
    duration_secs: call.duration_secs ?? told.durationSecs,
  };
};

/** Catches up with lost events of a live call; its next deadline follows from the new status. */
const liveAtCarrier = (call: CallRecord, carrier: CarrierCall, now: Date): Partial<CallRecord> | null => {
  const reached = {
    call_control_id: carrier.callControlId,
    unreachable_since: null,
    missing_since: null,
    error: null,
  };
  const answered_by = answeredByOf({ ...call, answered_by: betterOf(call.answered_by, carrier.machineDetection) });
  if (carrier.state === 'in_progress' && (call.status !== 'in_progress' || answered_by !== call.answered_by)) {
    const answered_at = call.answered_at ?? carrier.answeredAt ?? now.toISOString();
    return { ...reached, status: 'in_progress', answered_at, answered_by };
  }
  if (carrier.state === 'ringing' && call.status === 'dialing') return { ...reached, status: 'ringing' };
  const wasInDoubt = call.unreachable_since !== null || call.missing_since !== null;
  return wasInDoubt ? { unreachable_since: null, missing_since: null } : null;
};

const withoutCarrier = (call: CallRecord, now: Date): Partial<CallRecord> | null => {
  if (call.unreachable_since === null) return { unreachable_since: now.toISOString() };
  return isGivenUp(call, call.unreachable_since, now)
    ? endedAs(call, NOTHING, now, 'The carrier could not be asked about this call.')
    : null;
};

/** A call counts as gone only when a second look misses it too: the carrier's lists lag behind its calls. */
const missingAtCarrier = (call: CallRecord, now: Date): Partial<CallRecord> =>
  call.missing_since === null
    ? { missing_since: now.toISOString() }
    : endedAs(call, NOTHING, now, 'The carrier does not know this call.');

const changesDue = async (telephony: Telephony, call: CallRecord, now: Date): Promise<Partial<CallRecord> | null> => {
  if (call.status === 'queued') return { status: 'not_dialed', not_dialed_reason: 'queue_lost' };
  const carrier = await telephony.findCall({
    callControlId: call.call_control_id,
    commandId: dialCommandId(call),
    clientState: encodeClientState(call.id, call),
  });
  if (carrier === 'not_found') return missingAtCarrier(call, now);
  if (carrier === 'unavailable') return withoutCarrier(call, now);
  if (carrier.state !== 'ended') return liveAtCarrier(call, carrier, now);
  const problem = 'The call is over, and the carrier does not say what came of it.';
  return { ...endedAs(call, carrier, now, problem), call_control_id: carrier.callControlId };
};

/** By then whoever looks has written the end or is dead: as long as the sweep may run. */
const END_WRITTEN_WITHIN_SECONDS = 60;

/** Calls that the carrier is asked about at once. */
const ASKED_AT_ONCE = 25;

export type ResolvePorts = AnnouncePorts & ReleasePorts & Needs<'telephony' | 'endedCallQueue'>;

/** Hangs up once more what somebody has cancelled: the carrier may not have heard of it. */
const hangUpCancelled = async (ports: ResolvePorts, { id, call_control_id, generation }: CallRecord): Promise<void> => {
  if (call_control_id === null) return;
  await hangUp(ports, { id, call_control_id, generation }, CANCELLED_BUT_LIVE).catch((error: unknown) =>
    ports.log.error('A cancelled call could not be hung up; the next look tries again.', error, { call_id: id }),
  );
};

/** Answers whether the carrier could be asked. */
const resolve = async (ports: ResolvePorts, call: CallRecord): Promise<boolean> => {
  const now = ports.clock();
  if (isSingle(call) && call.status === 'queued') {
    await releaseSingle(ports, call, 'queue_lost');
    return true;
  }
  if (call.hang_up_requested_at) await hangUpCancelled(ports, call);
  const due = await changesDue(ports.telephony, call, now);
  if (!due) {
    await succeeded(ports.table.write(noteAsked(call.id, now)));
    return call.unreachable_since === null;
  }
  const changes = { ...due, asked_at: now.toISOString() };
  const isToConclude = needsConclusion({ ...call, ...changes });
  const toConclude = [{ call_id: call.id }];
  // Sent before the write, too, because nothing would send it for an ended call after a crash in between.
  if (isToConclude) await ports.endedCallQueue.send(toConclude, { delaySeconds: END_WRITTEN_WITHIN_SECONDS });
  const isWritten = await succeeded(changeAndAnnounce(ports, call, changes, now));
  if (isWritten && isToConclude) await ports.endedCallQueue.send(toConclude);
  return changes.unreachable_since == null;
};

const isOverdue = (call: CallRecord, now: Date): boolean => {
  const deadline = deadlineOf(call);
  return deadline !== null && now > deadline;
};

/** Those asked longest ago first, so that none crowds out the others. */
const longestUnasked = (a: CallRecord, b: CallRecord): number =>
  (a.asked_at ?? '') < (b.asked_at ?? '') ? -1 : Number((a.asked_at ?? '') > (b.asked_at ?? ''));

interface Limits {
  /** Calls asked about. */
  calls: number;
  /** No further call is asked about after this. */
  milliseconds: number;
}

interface Resolved {
  /** The ids of the calls asked about, which may have changed. */
  asked: string[];
  /** Others are overdue, and the carrier answers. */
  hasMore: boolean;
}

/**
 * Resolves calls past their deadline: releases claims that never reached the carrier, and asks the carrier about all
 * others. A passed deadline alone never frees a slot. An event that changes the call meanwhile wins. A carrier that
 * cannot be asked is left alone until the next sweep.
 */
export const resolveOverdue = async (ports: ResolvePorts, calls: CallRecord[], limits: Limits): Promise<Resolved> => {
  const begin = ports.clock();
  const overdue = calls.filter((call) => isOverdue(call, begin)).sort(longestUnasked);
  const asked: string[] = [];
  for (const some of chunked(overdue.slice(0, limits.calls), ASKED_AT_ONCE)) {
    const reached = await Promise.all(some.map((call) => resolve(ports, call)));
    asked.push(...some.map(({ id }) => id));
    if (!reached.includes(true)) return { asked, hasMore: false };
    if (ports.clock().getTime() - begin.getTime() > limits.milliseconds) break;
  }
  return { asked, hasMore: asked.length < overdue.length };
};
