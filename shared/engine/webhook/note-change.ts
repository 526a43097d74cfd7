import { subjectOf } from '#shared/domain/call/subject.ts';
import type { Log, Subject } from '#shared/ports/log.ts';
import { measure } from '#shared/ports/metrics.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';

/** A call has begun: its dial, or its first event if somebody calls us. */
export const noteBegun = (log: Log, call: CallRecord): void => {
  const { direction, queued_at, started_at } = call;
  const waited = direction === 'outbound' && started_at !== null;
  const wait = waited ? { dial_wait_ms: Date.parse(started_at) - Date.parse(queued_at) } : {};
  measure(log, 'A call has begun.', { calls_begun: 1, direction, ...wait }, subjectOf(call));
};

type Outcome = NonNullable<CallRecord['outcome']>;

/** A report that came late has put another outcome in the place of the one that was counted. */
const noteCorrection = (log: Log, from: Outcome, outcome: Outcome, subject: Subject): void => {
  measure(log, 'A call did not end so, as was reported late.', { calls_ended: -1, outcome: from }, { ...subject });
  measure(log, 'A call has ended so, as was reported late.', { calls_ended: 1, outcome }, { ...subject });
};

/**
 * Tells of a change of a call once it is written, as far as it means something to people: an answer, an end, another
 * outcome of a call that is over.
 */
export const noteChange = (log: Log, before: CallRecord, changes: Partial<CallRecord>): void => {
  const after = { ...before, ...changes };
  const subject = subjectOf(after);
  if (before.answered_at === null && after.answered_at !== null)
    measure(log, 'A call was answered.', { calls_answered: 1 }, subject);
  const { status, outcome } = after;
  if (status !== 'ended' || outcome === null) return;
  if (before.status !== 'ended') measure(log, 'A call has ended.', { calls_ended: 1, outcome }, subject);
  else if (before.outcome !== null && before.outcome !== outcome) noteCorrection(log, before.outcome, outcome, subject);
};
