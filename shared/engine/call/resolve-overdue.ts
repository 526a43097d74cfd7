import { encodeClientState } from '#shared/domain/call/client-state.ts';
import { deadlineOf, isGivenUp } from '#shared/domain/call/deadline.ts';
import { outcomeOf } from '#shared/domain/call/lifecycle.ts';
import { type AnnouncePorts, changeAndAnnounce } from '#shared/engine/webhook/announce.ts';
import type { QueueSender } from '#shared/ports/queue-sender.ts';
import type { CarrierCall, Telephony } from '#shared/ports/telephony.ts';
import type { CallMessage } from '#shared/schemas/messages.ts';
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

/** Nobody can say whether this call took place: it counts, and it is never dialled again. */
const endedUnknown = (now: Date, reason: string): Partial<CallRecord> => ({
  status: 'ended',
  outcome: 'unknown',
  ended_reason: 'unknown',
  error: reason,
  ended_at: now.toISOString(),
});

/** What the carrier says about a call that goes on; its events were lost, and the next deadline follows from the status. */
const liveAtCarrier = (call: CallRecord, carrier: CarrierCall, now: Date): Partial<CallRecord> | null => {
  const heard = { call_control_id: carrier.callControlId, unreachable_since: null, error: null };
  if (carrier.state === 'in_progress' && call.status !== 'in_progress') {
    return {
      ...heard,
      status: 'in_progress',
      answered_at: call.answered_at ?? carrier.answeredAt ?? now.toISOString(),
      answered_by: call.answered_by ?? carrier.machineDetection,
    };
  }
  if (carrier.state === 'ringing' && call.status === 'dialing') return { ...heard, status: 'ringing' };
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
    commandId: call.id,
    clientState: encodeClientState(call.id),
  });
  if (carrier === 'not_found') return endedUnknown(now, 'The carrier does not know this call.');
  if (carrier === 'unavailable') return withoutCarrier(call, now);
  return carrier.state === 'ended' ? endedAtCarrier(call, carrier, now) : liveAtCarrier(call, carrier, now);
};

/** Enough for the write that follows; whoever concludes the call finds it over. */
const CONCLUDE_AFTER_SECONDS = 5;

/** Calls that the carrier is asked about in one step, all at once; the others have their turn at the next sweep. */
const ASKED_PER_STEP = 25;

export type ResolvePorts = AnnouncePorts & { telephony: Telephony; endedCallQueue: QueueSender<CallMessage> };

const resolve = async (ports: ResolvePorts, call: CallRecord, now: Date): Promise<void> => {
  const changes = await changesDue(ports.telephony, call, now);
  if (!changes) return;
  // Before the write: after a crash in between nobody would come back for a call that is over.
  const isConversationOver = changes.status === 'ended' && (changes.answered_at ?? call.answered_at) !== null;
  if (isConversationOver)
    await ports.endedCallQueue.send([{ call_id: call.id }], { delaySeconds: CONCLUDE_AFTER_SECONDS });
  await succeeded(changeAndAnnounce(ports, call, changes, now));
};

const isOverdue = (call: CallRecord, now: Date): boolean => {
  const deadline = deadlineOf(call);
  return deadline !== null && now > deadline;
};

/** Those that were never asked about first: a carrier that is silent about some must not hide the others. */
const neverAskedFirst = (a: CallRecord, b: CallRecord): number =>
  Number(a.unreachable_since !== null) - Number(b.unreachable_since !== null);

/**
 * Resolves calls past their deadline: a claim that never reached the carrier is given back, of all others the carrier is
 * asked. A slot is never freed on suspicion. If an event changes the call meanwhile, the event wins.
 */
export const resolveOverdue = async (ports: ResolvePorts, calls: CallRecord[], now: Date): Promise<void> => {
  const overdue = calls.filter((call) => isOverdue(call, now)).sort(neverAskedFirst);
  await Promise.all(overdue.slice(0, ASKED_PER_STEP).map((call) => resolve(ports, call, now)));
};
