import { dialCommandId, encodeClientState } from '#shared/domain/call/client-state.ts';
import { deadlineOf, isGivenUp } from '#shared/domain/call/deadline.ts';
import { outcomeOf } from '#shared/domain/call/lifecycle.ts';
import { type AnnouncePorts, changeAndAnnounce } from '#shared/engine/webhook/announce.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { CarrierCall, Telephony } from '#shared/ports/telephony.ts';
import type { CallRecord } from '#shared/store/calls.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';

const endedAtCarrier = (call: CallRecord, carrier: CarrierCall, now: Date): Partial<CallRecord> => {
  const answeredAt = call.answered_at ?? carrier.answeredAt;
  const isAnswered = answeredAt !== null;
  const outcome = outcomeOf({
    cause: carrier.hangupCause,
    detection: carrier.machineDetection,
    isNormal: isAnswered,
    isAnswered,
  });
  const endedNormally = outcome === 'answered' || outcome === 'voicemail';
  return {
    status: 'ended',
    outcome,
    ...(endedNormally && { events: { 'call.completed': now.toISOString(), ...call.events } }),
    ended_reason: carrier.hangupCause ?? 'ended',
    answered_by: call.answered_by ?? carrier.machineDetection,
    answered_at: answeredAt,
    ended_at: carrier.endedAt ?? now.toISOString(),
    duration_secs: call.duration_secs ?? carrier.durationSecs,
    call_control_id: carrier.callControlId,
  };
};

/** The call may have taken place, so it counts as an attempt and is never dialled again. */
const endedUnknown = (now: Date, reason: string): Partial<CallRecord> => ({
  status: 'ended',
  outcome: 'unknown',
  ended_reason: 'unknown',
  error: reason,
  ended_at: now.toISOString(),
});

/** Catches up with lost events of a live call; its next deadline follows from the new status. Null without news. */
const liveAtCarrier = (call: CallRecord, carrier: CarrierCall, now: Date): Partial<CallRecord> | null => {
  const reached = { call_control_id: carrier.callControlId, unreachable_since: null, error: null };
  if (carrier.state === 'in_progress' && call.status !== 'in_progress') {
    return {
      ...reached,
      status: 'in_progress',
      answered_at: call.answered_at ?? carrier.answeredAt ?? now.toISOString(),
      answered_by: call.answered_by ?? carrier.machineDetection,
    };
  }
  if (carrier.state === 'ringing' && call.status === 'dialing') return { ...reached, status: 'ringing' };
  return call.unreachable_since === null ? null : { unreachable_since: null };
};

const withoutCarrier = (call: CallRecord, now: Date): Partial<CallRecord> | null => {
  if (call.unreachable_since === null) return { unreachable_since: now.toISOString() };
  return isGivenUp(call, call.unreachable_since, now)
    ? endedUnknown(now, 'The carrier could not be asked about this call.')
    : null;
};

const changesDue = async (telephony: Telephony, call: CallRecord, now: Date): Promise<Partial<CallRecord> | null> => {
  if (call.status === 'queued') return { status: 'not_dialed', not_dialed_reason: 'queue_lost' };
  const carrier = await telephony.findCall({
    callControlId: call.call_control_id,
    commandId: dialCommandId(call),
    clientState: encodeClientState(call.id, call.generation),
  });
  if (carrier === 'not_found') return endedUnknown(now, 'The carrier does not know this call.');
  if (carrier === 'unavailable') return withoutCarrier(call, now);
  return carrier.state === 'ended' ? endedAtCarrier(call, carrier, now) : liveAtCarrier(call, carrier, now);
};

/** Time for the write that follows, so that the conclusion finds the call ended. */
const END_WRITTEN_WITHIN_SECONDS = 5;

/** Calls that one step asks the carrier about, in parallel; the next sweep takes the others. */
const ASKED_PER_STEP = 25;

export type ResolvePorts = AnnouncePorts & Needs<'telephony' | 'endedCallQueue'>;

const resolve = async (ports: ResolvePorts, call: CallRecord, now: Date): Promise<void> => {
  const changes = await changesDue(ports.telephony, call, now);
  if (!changes) return;
  // Sent before the write, because nothing would resend it for an ended call after a crash in between.
  const needsConclusion = changes.status === 'ended' && (changes.answered_at ?? call.answered_at) !== null;
  if (needsConclusion)
    await ports.endedCallQueue.send([{ call_id: call.id }], { delaySeconds: END_WRITTEN_WITHIN_SECONDS });
  await succeeded(changeAndAnnounce(ports, call, changes, now));
};

const isOverdue = (call: CallRecord, now: Date): boolean => {
  const deadline = deadlineOf(call);
  return deadline !== null && now > deadline;
};

/** Sorts calls that the carrier left unanswered last, so that they do not crowd out the others. */
const neverAskedFirst = (a: CallRecord, b: CallRecord): number =>
  Number(a.unreachable_since !== null) - Number(b.unreachable_since !== null);

/**
 * Resolves calls past their deadline: releases claims that never reached the carrier, and asks the carrier about all
 * others. A passed deadline alone never frees a slot. An event that changes the call meanwhile wins.
 */
export const resolveOverdue = async (ports: ResolvePorts, calls: CallRecord[], now: Date): Promise<void> => {
  const overdue = calls.filter((call) => isOverdue(call, now)).sort(neverAskedFirst);
  await Promise.all(overdue.slice(0, ASKED_PER_STEP).map((call) => resolve(ports, call, now)));
};
