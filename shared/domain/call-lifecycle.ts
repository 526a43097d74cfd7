import type { TranscriptLine } from '#shared/schemas/call.ts';
import type { CallEvent } from '#shared/schemas/call-event.ts';
import type { CallOutcome } from './retry-policy.ts';

export const CALL_STATUSES = ['queued', 'dialing', 'ringing', 'in_progress', 'ended'] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

export const CALL_OUTCOMES = ['answered', 'no_answer', 'busy', 'voicemail', 'failed', 'unknown'] as const;

export type AnsweredBy = 'human' | 'machine' | 'unknown';

/** The part of a call that the carrier's events tell. */
export interface CallProgress {
  status: CallStatus;
  outcome: CallOutcome | null;
  ended_reason: string | null;
  answered_by: AnsweredBy | null;
  call_control_id: string | null;
  call_leg_id: string | null;
  call_session_id: string | null;
  connection_id: string | null;
  recording_url: string | null;
  transcript: TranscriptLine[];
  started_at: string | null;
  answered_at: string | null;
  ended_at: string | null;
  duration_secs: number | null;
}

/** A later status is never undone: events may arrive twice and in any order. */
const later = (one: CallStatus, other: CallStatus): CallStatus =>
  CALL_STATUSES.indexOf(one) >= CALL_STATUSES.indexOf(other) ? one : other;

const STATUS_AFTER: Partial<Record<string, CallStatus>> = {
  'call.initiated': 'ringing',
  'call.answered': 'in_progress',
  'call.machine_detection.ended': 'in_progress',
  'call.hangup': 'ended',
  'call.completed': 'ended',
};

const OUTCOME_OF_CAUSE: Partial<Record<string, CallOutcome>> = {
  user_busy: 'busy',
  no_answer: 'no_answer',
  timeout: 'no_answer',
  originator_cancel: 'no_answer',
};

const ANSWERED_CAUSES = ['normal_clearing', 'time_limit'];

/**
 * The outcome, from the terminal event's own data: a hangup may overtake its `answered`, so nothing is concluded from
 * an event that has not been seen.
 */
export const outcomeOf = (cause: string | null, detection: string | null, normalEnd: boolean): CallOutcome => {
  if (cause === null ? normalEnd : ANSWERED_CAUSES.includes(cause)) {
    return detection === 'machine' ? 'voicemail' : 'answered';
  }
  if (cause === null) return 'unknown';
  return OUTCOME_OF_CAUSE[cause] ?? 'failed';
};

/** The attempt can never succeed, however often it is repeated. */
export const isInvalidNumber = (endedReason: string | null): boolean => endedReason === 'invalid_number';

const detectionOf = (result: string | null | undefined): AnsweredBy | null => {
  if (!result) return null;
  return result === 'human' || result === 'machine' ? result : 'unknown';
};

const transcriptOf = (data: CallEvent['data'], known: TranscriptLine[]): TranscriptLine[] =>
  known.length === 0 ? (data.transcript ?? []) : known;

/** When the call ended: as the carrier says if that makes sense, else when we heard of it. */
const endOf = (data: CallEvent['data'], startedAt: string | null, receivedAt: string): string => {
  const told = Date.parse(data.end_time ?? '');
  const isSensible = told <= Date.parse(receivedAt) && told >= Date.parse(startedAt ?? receivedAt);
  return isSensible ? new Date(told).toISOString() : receivedAt;
};

const ending = (call: CallProgress, { type, data }: CallEvent, receivedAt: string): Partial<CallProgress> => {
  const answeredBy = detectionOf(data.result) ?? call.answered_by;
  const first = call.status !== 'ended';
  const outcome = outcomeOf(data.hangup_cause ?? null, answeredBy, type === 'call.completed');
  return {
    answered_by: answeredBy ?? (outcome === 'answered' ? 'unknown' : null),
    ended_at: call.ended_at ?? endOf(data, call.started_at, receivedAt),
    duration_secs: data.duration_secs == null ? call.duration_secs : Math.round(data.duration_secs),
    transcript: transcriptOf(data, call.transcript),
    ...(first && { outcome, ended_reason: data.hangup_cause ?? type.replace('call.', '') }),
  };
};

/**
 * What an event changes. Events may come in any order and any number of times; the outcome is that of the first event that
 * ends the call, because the campaign acts on it at once.
 */
export const foldEvent = (call: CallProgress, event: CallEvent, receivedAt: string): CallProgress => {
  const { type, data } = event;
  const folded: CallProgress = {
    ...call,
    status: later(STATUS_AFTER[type] ?? call.status, call.status),
    call_control_id: call.call_control_id ?? data.call_control_id,
    call_leg_id: call.call_leg_id ?? data.call_leg_id ?? null,
    call_session_id: call.call_session_id ?? data.call_session_id ?? null,
    connection_id: call.connection_id ?? data.connection_id ?? null,
  };
  switch (type) {
    case 'call.answered':
      return { ...folded, answered_at: call.answered_at ?? receivedAt };
    case 'call.machine_detection.ended':
      return { ...folded, answered_by: call.answered_by ?? detectionOf(data.result) };
    case 'call.recording.saved':
      return { ...folded, recording_url: data.recording_url ?? call.recording_url };
    case 'call.hangup':
    case 'call.completed':
      return { ...folded, ...ending(call, event, receivedAt) };
    default:
      return folded;
  }
};
