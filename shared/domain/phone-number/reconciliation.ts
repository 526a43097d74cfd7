import { MINUTE_MS } from '#shared/domain/time.ts';
/**
 * `pending`: reserved here; the carrier has not confirmed the order. `dropping`: an abandoned reservation is being
 * undone. `releasing`: out of use; the carrier does not know yet. `released`: returned to the carrier.
 */
export type NumberStatus = 'pending' | 'dropping' | ShownNumberStatus;

/** The statuses that an account sees; numbers in other statuses are hidden. */
export const SHOWN_NUMBER_STATUSES = ['active', 'releasing', 'released'] as const;
export type ShownNumberStatus = (typeof SHOWN_NUMBER_STATUSES)[number];

/** A purchase that is neither finished nor retried for this long is undone; far longer than any request may run. */
const RESERVATION_MINUTES = 10;
/** The sweep resumes a release, or the undoing of a purchase, that is unfinished after this long. */
const UNFINISHED_MINUTES = 1;
/** The sweep handles an expired trial this long after its schedule should have. */
const TRIAL_END_GRACE_MINUTES = 2;

const minutesAfter = (start: Date, minutes: number): string =>
  new Date(start.getTime() + minutes * MINUTE_MS).toISOString();

/** Until when the sweep leaves alone a purchase that was begun or retried at `now`. */
export const reservedUntil = (now: Date): string => minutesAfter(now, RESERVATION_MINUTES);

/** When the sweep resumes work that was begun at `now`, unless it is finished by then. */
export const unfinishedAt = (now: Date): string => minutesAfter(now, UNFINISHED_MINUTES);

/** When the sweep looks at a number in use; null for a paid one. */
export const trialSweptAt = (trialExpiresAt: string | null): string | null =>
  trialExpiresAt === null ? null : minutesAfter(new Date(trialExpiresAt), TRIAL_END_GRACE_MINUTES);

export interface NumberLife {
  status: NumberStatus;
  /** ISO 8601; null for a paid number. */
  trial_expires_at: string | null;
  /** When the sweep looks at it; null means never. */
  due_at: string | null;
}

const hasPassed = (at: string | null, now: Date): boolean => at !== null && at <= now.toISOString();

/** The step that a number needs at `now`; safe to repeat. */
export const reconciliationOf = (number: NumberLife, now: Date): 'none' | 'end_trial' | 'release' | 'drop' => {
  switch (number.status) {
    case 'active':
      return hasPassed(number.trial_expires_at, now) ? 'end_trial' : 'none';
    case 'releasing':
      return 'release';
    case 'pending':
      return hasPassed(number.due_at, now) ? 'drop' : 'none';
    case 'dropping':
      return 'drop';
    case 'released':
      return 'none';
  }
};
