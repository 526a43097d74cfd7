import type { CallOutcome } from '#shared/domain/call/lifecycle.ts';
import type { CalleeClock } from '#shared/domain/phone-number/callee-zones.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import type { CallWindow } from './call-window.ts';
import { nextOpeningFor } from './callee-hours.ts';

interface RetryPolicy {
  /** Counts the first call. */
  maxAttempts: number;
  /** From the end of an attempt to the next one; 0 retries at once. */
  retryDelayMinutes: number;
  retryOnVoicemail: boolean;
}

export interface FinishedDial {
  outcome: CallOutcome;
  /** The carrier reported that the number does not exist. */
  invalidNumber: boolean;
  /** 1 for the first call. */
  attempt: number;
  policy: RetryPolicy;
  window: CallWindow | null;
  callee: CalleeClock;
  endedAt: Date;
}

interface AttemptDecision {
  status: 'completed' | 'exhausted' | 'failed' | 'skipped' | 'retry_scheduled' | 'queued';
  /** Set for `retry_scheduled` (due later) and `queued` (due at once), else null. */
  next_attempt_at: Date | null;
  skipReason?: string;
}

/** Skip reason: the hours in which somebody may be called never overlap. */
export const NO_COMMON_CALL_WINDOW = 'no_common_call_window';

const FIRST_BACKOFF_SECONDS = 1;
const MAX_BACKOFF_SECONDS = 30;

const final = (status: 'completed' | 'exhausted' | 'failed'): AttemptDecision => ({ status, next_attempt_at: null });

const statusWhenSpent = {
  no_answer: 'exhausted',
  busy: 'exhausted',
  voicemail: 'completed',
  failed: 'failed',
} as const;

/**
 * An enrolment's status after an attempt. A call that reached a person, or may have (`unknown`), is never repeated.
 * A retry waits for its delay, then for the window.
 */
export const afterAttempt = (finished: FinishedDial): AttemptDecision => {
  const { outcome, attempt, policy } = finished;
  if (outcome === 'answered') return final('completed');
  if (outcome === 'unknown' || finished.invalidNumber) return final('failed');
  if (outcome === 'voicemail' && !policy.retryOnVoicemail) return final('completed');
  if (attempt >= policy.maxAttempts) return final(statusWhenSpent[outcome]);
  return scheduleRetry(finished);
};

/** A carrier may report the detection of a machine after the hangup: event retries (60 s) and a queue's delay. */
export const LATE_DETECTION_SECONDS = 90;

/** Whether a detection that comes late would make the call a voicemail that is retried. */
export const mayTurnVoicemail = (call: {
  outcome: CallOutcome | null;
  wasDetected: boolean;
  attempt: number;
  policy: RetryPolicy;
}): boolean => {
  const { outcome, wasDetected, attempt, policy } = call;
  return outcome === 'answered' && !wasDetected && policy.retryOnVoicemail && attempt < policy.maxAttempts;
};

const scheduleRetry = ({ policy, window, callee, endedAt }: FinishedDial): AttemptDecision => {
  const earliest = new Date(endedAt.getTime() + policy.retryDelayMinutes * MINUTE_MS);
  const due = nextOpeningFor(window, callee, earliest);
  if (!due) return { status: 'skipped', next_attempt_at: null, skipReason: NO_COMMON_CALL_WINDOW };
  return { status: due.getTime() > endedAt.getTime() ? 'retry_scheduled' : 'queued', next_attempt_at: due };
};

/**
 * Back-off in seconds after the carrier had no room for a dial, which is not an attempt. It starts at 1 s and doubles
 * with each refusal in a row, up to 30 s.
 */
export const backoffSeconds = (consecutiveRefusals: number): number =>
  Math.min(MAX_BACKOFF_SECONDS, FIRST_BACKOFF_SECONDS * 2 ** Math.max(0, consecutiveRefusals - 1));
