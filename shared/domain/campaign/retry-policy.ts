import { MINUTE_MS } from '#shared/domain/time.ts';
import { type CallWindow, nextOpening } from './call-window.ts';

export type CallOutcome = 'answered' | 'no_answer' | 'busy' | 'voicemail' | 'failed' | 'unknown';

export interface RetryPolicy {
  /** Counts the first call. */
  maxAttempts: number;
  /** From the end of an attempt to the earliest next one; 0 retries at once. */
  retryDelayMinutes: number;
  retryOnVoicemail: boolean;
}

export interface FinishedAttempt {
  outcome: CallOutcome;
  /** The carrier said that the number does not exist. */
  invalidNumber: boolean;
  /** 1 for the first call. */
  attempt: number;
  policy: RetryPolicy;
  window: CallWindow | null;
  contactTimezone: string | null;
  endedAt: Date;
}

export interface AttemptDecision {
  status: 'completed' | 'exhausted' | 'failed' | 'skipped' | 'retry_scheduled' | 'queued';
  /** Set for `retry_scheduled` (due later) and `queued` (due at once), else null. */
  next_attempt_at: Date | null;
  skipReason?: string;
}

/** Why a contact is skipped whose hours and the campaign's hours never meet. */
export const NO_COMMON_CALL_WINDOW = 'no_common_call_window';

const FIRST_BACKOFF_SECONDS = 1;
const MAX_BACKOFF_SECONDS = 30;

const ended = (status: 'completed' | 'exhausted' | 'failed'): AttemptDecision => ({ status, next_attempt_at: null });

const statusWhenSpent = {
  no_answer: 'exhausted',
  busy: 'exhausted',
  voicemail: 'completed',
  failed: 'failed',
} as const;

/**
 * The campaign contact's status after an attempt ended. An answered or unknown call is never dialled again: the one
 * reached a person, of the other nobody can say that it did not. A retry waits for its delay and then for the window.
 */
export const afterAttempt = (finished: FinishedAttempt): AttemptDecision => {
  const { outcome, attempt, policy } = finished;
  if (outcome === 'answered') return ended('completed');
  if (outcome === 'unknown' || finished.invalidNumber) return ended('failed');
  if (outcome === 'voicemail' && !policy.retryOnVoicemail) return ended('completed');
  if (attempt >= policy.maxAttempts) return ended(statusWhenSpent[outcome]);
  return scheduleRetry(finished);
};

const scheduleRetry = ({ policy, window, contactTimezone, endedAt }: FinishedAttempt): AttemptDecision => {
  const earliest = new Date(endedAt.getTime() + policy.retryDelayMinutes * MINUTE_MS);
  const due = nextOpening(window, contactTimezone, earliest);
  if (!due) return { status: 'skipped', next_attempt_at: null, skipReason: NO_COMMON_CALL_WINDOW };
  return { status: due.getTime() > endedAt.getTime() ? 'retry_scheduled' : 'queued', next_attempt_at: due };
};

/**
 * Wait before a claim that the carrier had no room for is dialled again; such a refusal is not an attempt.
 * The first refusal waits 1 s, each further one in a row twice as long, at most 30 s.
 */
export const backoffSeconds = (consecutiveRefusals: number): number =>
  Math.min(MAX_BACKOFF_SECONDS, FIRST_BACKOFF_SECONDS * 2 ** Math.max(0, consecutiveRefusals - 1));
