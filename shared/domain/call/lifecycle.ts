import { secondsBetween } from '#shared/domain/time.ts';
import { microUsdOf, type Usage } from './cost.ts';
import type { CallEventData } from './event-data.ts';

export const CALL_STATUSES = [
  'scheduled',
  'queued',
  'dialing',
  'ringing',
  'in_progress',
  'ended',
  'cancelled',
] as const;
export type CallStatus = (typeof CALL_STATUSES)[number];

export const CALL_OUTCOMES = ['answered', 'no_answer', 'busy', 'voicemail', 'failed', 'unknown'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

type AnsweredBy = 'human' | 'machine' | 'unknown';

/**
 * Who was on a call that a phone's screening assistant took first: the assistant, and then perhaps a person or a
 * mailbox. `turn` of the conversation in which it was noticed; of several notes the one of the latest turn holds.
 */
export interface Screening {
  by: 'screener' | 'human' | 'machine';
  turn: number;
}

const SCREENED_BY: Partial<Record<string, Screening['by']>> = {
  screener: 'screener',
  human: 'human',
  machine: 'machine',
};

/** The call fields that carrier events set. */
export interface CallProgress {
  status: CallStatus;
  outcome: CallOutcome | null;
  ended_reason: string | null;
  answered_by: AnsweredBy | null;
  /** Null unless a screening assistant took the call. */
  screening: Screening | null;
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

/** The later of two statuses: events may arrive twice and in any order, and none takes a call back. */
export const later = (one: CallStatus, other: CallStatus): CallStatus =>
  CALL_STATUSES.indexOf(one) >= CALL_STATUSES.indexOf(other) ? one : other;

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
  /** Whether an event without a cause means a normal end. */
  isNormal: boolean;
  /** An answer was reported, so somebody or something was reached, whatever the cause. */
  isAnswered: boolean;
  /** A screening assistant took the call, and nobody after it. */
  isScreenedOut: boolean;
}

/**
 * The outcome, from reported facts only. A hangup may overtake its `answered`, so a missing event proves nothing.
 */
export const outcomeOf = ({ cause, detection, isNormal, isAnswered, isScreenedOut }: CallEnd): CallOutcome => {
  if (isScreenedOut) return 'no_answer';
  const wasReached = isAnswered || detection === 'human' || detection === 'machine';
  if (wasReached || (cause === null ? isNormal : ANSWERED_CAUSES.includes(cause))) {
    return detection === 'machine' ? 'voicemail' : 'answered';
  }
  if (cause === null) return 'unknown';
  return OUTCOME_OF_CAUSE[cause] ?? 'failed';
};

/** The reasons of an end that was looked up at a carrier which gave none, and of one that is not known. */
export const UNREPORTED_END = { answered: 'ended', unknown: 'unknown' } as const;

const COMPLETED_REASONS: readonly string[] = [...ANSWERED_CAUSES, ...Object.values(UNREPORTED_END)];

/** When the call was answered: one that is heard of late was answered before its end. */
export const answeredWithin = ({
  answered_at,
  ended_at,
}: Pick<CallProgress, 'answered_at' | 'ended_at'>): string | null =>
  answered_at !== null && ended_at !== null && answered_at > ended_at ? ended_at : answered_at;

/** Answered and ended normally, or for no reported reason, whichever event came last. */
export const isAnsweredAndEnded = ({ answered_at, ended_reason }: CallProgress): boolean =>
  answered_at !== null && COMPLETED_REASONS.includes(ended_reason ?? '');

/** True if a person or a machine took the call; a detection proves an answer whose own event is late. */
export const isAnswered = (call: { answered_at: string | null; answered_by: string | null }): boolean =>
  call.answered_at !== null || call.answered_by !== null;

/** Outcomes by which the carrier has told that nobody took the call. */
const UNANSWERED: readonly (string | null)[] = ['busy', 'no_answer'] satisfies CallOutcome[];

interface Reported extends Pick<CallProgress, 'answered_at' | 'answered_by' | 'screening' | 'outcome'> {
  /** The carrier has told an id of the call, so it was placed. */
  isKnownToCarrier: boolean;
}

/** False of a call that is over and that nobody took for certain: events may be lost, so that one is missing proves nothing. */
export const mayHaveBeenAnswered = ({ isKnownToCarrier, ...call }: Reported): boolean => {
  if (isAnswered(call) || call.screening !== null) return true;
  return !UNANSWERED.includes(call.outcome) && (isKnownToCarrier || call.outcome === 'unknown');
};

/** Whether an answer was reported, by its event or by what only follows one. */
export const isReportedAnswered = (call: Pick<CallProgress, 'answered_at' | 'answered_by'> & { status: string }) =>
  call.answered_at !== null ||
  call.answered_by === 'human' ||
  call.answered_by === 'machine' ||
  call.status === 'in_progress';

/** Whether a screening assistant took the call, and nobody after it: the phone rang, and no person was reached. */
export const isScreenedOut = ({ screening }: Pick<CallProgress, 'screening'>): boolean => screening?.by === 'screener';

/**
 * Who answered. A carrier's detection hears the first seconds only, so of a screened call it describes the screening
 * assistant; then what the conversation noted holds alone.
 */
export const answeredByOf = ({ screening, answered_by }: Pick<CallProgress, 'screening' | 'answered_by'>) => {
  if (!screening) return answered_by;
  return screening.by === 'screener' ? 'unknown' : screening.by;
};

/**
 * The outcome of a call that is over, after a later report: an answer once reported stays an answer, unless nobody but a
 * screening assistant gave it, and a mailbox that was detected after the end is one.
 */
export const correctedOutcome = (call: CallProgress): CallOutcome | null => {
  if (call.outcome === null || !isReportedAnswered(call)) return call.outcome;
  if (isScreenedOut(call)) return 'no_answer';
  return call.answered_by === 'machine' ? 'voicemail' : 'answered';
};

/** No repetition can succeed. */
export const isInvalidNumber = (endedReason: string | null): boolean => endedReason === 'invalid_number';

/** The `result` of a mailbox greeting that ended with a beep; the carrier may report no detection after it. */
export const BEEP = 'beep';

const detectionOf = (result: string | null | undefined): AnsweredBy | null => {
  if (!result) return null;
  return result === 'human' || result === 'machine' ? result : 'unknown';
};

/** Combines two reports of who answered: a definite one beats `unknown`, else the first wins. */
export const betterOf = (first: AnsweredBy | null, second: AnsweredBy | null): AnsweredBy | null =>
  first === null || first === 'unknown' ? (second ?? first) : first;

/** The carrier's time of an event if it is plausible, else the time of receipt. */
const momentOf = (reported: string | null | undefined, startedAt: string | null, receivedAt: string): string => {
  const at = Date.parse(reported ?? '');
  const isPlausible = at <= Date.parse(receivedAt) && at >= Date.parse(startedAt ?? receivedAt);
  return isPlausible ? new Date(at).toISOString() : receivedAt;
};

/** Talk time in whole seconds: the carrier's figure, else end minus answer. */
const durationOf = (call: CallProgress, data: CallEventData, endedAt: string): number | null => {
  if (data.duration_secs != null) return Math.round(data.duration_secs);
  if (call.duration_secs !== null || !data.implies_completed || call.answered_at === null) return call.duration_secs;
  return secondsBetween(call.answered_at, endedAt);
};

/** The changes that an event makes to its call. */
export type Fold = (call: CallProgress, data: CallEventData, receivedAt: string) => Partial<CallProgress>;

/** An answer that arrives after the end gives the duration, unless the carrier reported one. */
export const answered: Fold = (call, data, receivedAt) => {
  const answeredAt = call.answered_at ?? momentOf(data.occurred_at, call.started_at, receivedAt);
  const isOver = call.duration_secs === null && call.ended_at !== null;
  return { answered_at: answeredAt, ...(isOver && { duration_secs: secondsBetween(answeredAt, call.ended_at) }) };
};

export const detected: Fold = (call, { result }) => ({ answered_by: betterOf(call.answered_by, detectionOf(result)) });

export const greetingEnded: Fold = (call, data) => ({
  answered_by: betterOf(call.answered_by, data.result === BEEP ? 'machine' : null),
});

export const screened: Fold = (call, { result, turn }) => {
  const by = SCREENED_BY[result ?? ''];
  const isNewer = by !== undefined && (turn ?? 0) >= (call.screening?.turn ?? 0);
  return isNewer ? { screening: { by, turn: turn ?? 0 } } : {};
};

export const recorded: Fold = (call, data) => ({ recording_url: data.recording_url ?? call.recording_url });

const ending = (word: 'hangup' | 'completed', ...[call, data, receivedAt]: Parameters<Fold>): Partial<CallProgress> => {
  const answeredBy = detectionOf(data.result) ?? call.answered_by;
  const isUndecided = call.status !== 'ended' || call.outcome === 'unknown';
  const outcome = outcomeOf({
    cause: data.hangup_cause ?? null,
    detection: answeredBy,
    isNormal: word === 'completed',
    isAnswered: isReportedAnswered(call),
    isScreenedOut: isScreenedOut(call),
  });
  const knownEnd = isUndecided ? null : call.ended_at;
  const endedAt = knownEnd ?? momentOf(data.end_time ?? data.occurred_at, call.started_at, receivedAt);
  return {
    answered_by: answeredBy ?? (outcome === 'answered' ? 'unknown' : null),
    ended_at: endedAt,
    duration_secs: durationOf(call, data, endedAt),
    ...(isUndecided && { outcome, ended_reason: data.hangup_cause ?? word }),
  };
};

export const hungUp: Fold = (...event) => ending('hangup', ...event);

export const completed: Fold = (...event) => ending('completed', ...event);

export const priced: Fold = ({ usage }, { cost }) => ({
  usage: { ...usage, carrierMicroUsd: microUsdOf(cost?.totalUsd) },
});

export const conversationCreated: Fold = (call, data) => ({
  conversation_id: call.conversation_id ?? data.conversation_id ?? null,
});
