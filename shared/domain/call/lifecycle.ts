import type { CallOutcome } from '#shared/domain/campaign/retry-policy.ts';
import type { CallEvent } from '#shared/schemas/call-event.ts';
import { microUsdOf, type Usage } from './cost.ts';

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
  conversation_id: string | null;
  usage: Usage;
  recording_url: string | null;
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
  'call.machine_greeting.ended': 'in_progress',
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

export interface CallEnd {
  cause: string | null;
  detection: string | null;
  /** By the event's own word, where it gives no cause. */
  isNormal: boolean;
  /** An answer was reported: however oddly the call ended, somebody or something was reached. */
  isAnswered: boolean;
}

/**
 * The outcome, from what was reported: a hangup may overtake its `answered`, so nothing is concluded from an event that
 * has not been seen.
 */
export const outcomeOf = ({ cause, detection, isNormal, isAnswered }: CallEnd): CallOutcome => {
  const wasReached = isAnswered || detection === 'human' || detection === 'machine';
  if (wasReached || (cause === null ? isNormal : ANSWERED_CAUSES.includes(cause))) {
    return detection === 'machine' ? 'voicemail' : 'answered';
  }
  if (cause === null) return 'unknown';
  return OUTCOME_OF_CAUSE[cause] ?? 'failed';
};

/** The attempt can never succeed, however often it is repeated. */
export const isInvalidNumber = (endedReason: string | null): boolean => endedReason === 'invalid_number';

/** The `result` of a mailbox's greeting whose beep was heard: the carrier may report no detection after that. */
export const BEEP = 'beep';

const detectionOf = (result: string | null | undefined): AnsweredBy | null => {
  if (!result) return null;
  return result === 'human' || result === 'machine' ? result : 'unknown';
};

/** What is known of who answered, with another report: one that knows wins over one that does not, else the first. */
const knownBest = (known: AnsweredBy | null, told: AnsweredBy | null): AnsweredBy | null =>
  known === null || known === 'unknown' ? (told ?? known) : known;

/** When something happened: as the carrier says if that makes sense, else when we heard of it. */
const momentOf = (told: string | null | undefined, startedAt: string | null, receivedAt: string): string => {
  const at = Date.parse(told ?? '');
  const isSensible = at <= Date.parse(receivedAt) && at >= Date.parse(startedAt ?? receivedAt);
  return isSensible ? new Date(at).toISOString() : receivedAt;
};

const secondsBetween = (from: string, to: string): number =>
  Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));

/** Of the conversation, whole seconds as the carrier says, or between answer and end where it does not. */
const durationOf = (call: CallProgress, data: CallEvent['data'], endedAt: string): number | null => {
  if (data.duration_secs != null) return Math.round(data.duration_secs);
  if (call.duration_secs !== null || !data.is_last || call.answered_at === null) return call.duration_secs;
  return secondsBetween(call.answered_at, endedAt);
};

/** An answer that is heard of after the end tells how long the call was, as far as the carrier has not said. */
const answering = (call: CallProgress, { data }: CallEvent, receivedAt: string): Partial<CallProgress> => {
  const answeredAt = call.answered_at ?? momentOf(data.occurred_at, call.started_at, receivedAt);
  const isOver = call.duration_secs === null && call.ended_at !== null;
  return { answered_at: answeredAt, ...(isOver && { duration_secs: secondsBetween(answeredAt, call.ended_at ?? '') }) };
};

const ending = (call: CallProgress, { type, data }: CallEvent, receivedAt: string): Partial<CallProgress> => {
  const answeredBy = detectionOf(data.result) ?? call.answered_by;
  const first = call.status !== 'ended';
  const outcome = outcomeOf({
    cause: data.hangup_cause ?? null,
    detection: answeredBy,
    isNormal: type === 'call.completed',
    isAnswered: call.answered_at !== null,
  });
  const endedAt = call.ended_at ?? momentOf(data.end_time ?? data.occurred_at, call.started_at, receivedAt);
  return {
    answered_by: answeredBy ?? (outcome === 'answered' ? 'unknown' : null),
    ended_at: endedAt,
    duration_secs: durationOf(call, data, endedAt),
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
    // An event that does not name its call, as Telnyx' about a recording, leaves room for one that does.
    call_control_id: call.call_control_id ?? (data.call_control_id || null),
    call_leg_id: call.call_leg_id ?? data.call_leg_id ?? null,
    call_session_id: call.call_session_id ?? data.call_session_id ?? null,
    connection_id: call.connection_id ?? data.connection_id ?? null,
  };
  switch (type) {
    case 'call.answered':
      return { ...folded, ...answering(call, event, receivedAt) };
    case 'call.machine_detection.ended':
      return { ...folded, answered_by: knownBest(call.answered_by, detectionOf(data.result)) };
    case 'call.machine_greeting.ended':
      return { ...folded, answered_by: knownBest(call.answered_by, data.result === BEEP ? 'machine' : null) };
    case 'call.recording.saved':
      return { ...folded, recording_url: data.recording_url ?? call.recording_url };
    case 'call.hangup':
    case 'call.completed':
      return { ...folded, ...ending(call, event, receivedAt) };
    case 'call.conversation.created':
      return { ...folded, conversation_id: call.conversation_id ?? data.conversation_id ?? null };
    case 'call.cost':
      return { ...folded, usage: { ...call.usage, carrierMicroUsd: microUsdOf(data.cost?.totalUsd) } };
    default:
      return folded;
  }
};

/**
 * What an event stands for besides itself, in a call that it has brought to `after`. Where the carrier sends no
 * `call.completed`, answer and end together are one, whichever is heard of last: only then it is known how long the call was.
 */
export const impliedEvents = ({ type, data }: CallEvent, after: CallProgress): string[] => {
  const isWhole = after.answered_at !== null && ANSWERED_CAUSES.includes(after.ended_reason ?? '');
  const isLastWord = type === 'call.answered' || (type === 'call.hangup' && data.is_last === true);
  return isLastWord && isWhole ? [type, 'call.completed'] : [type];
};
