import { MINUTE_MS } from '#shared/domain/time.ts';
/**
 * `pending`: reserved here, the order at the carrier not yet answered. `dropping`: such a reservation that nobody came
 * back for, being undone. `releasing`: dialled from and answered no more, the carrier not yet told. `released`: given back.
 */
export type NumberStatus = 'pending' | 'dropping' | ShownNumberStatus;

/** What an account sees; before that a number is not there for anybody. */
export const SHOWN_NUMBER_STATUSES = ['active', 'releasing', 'released'] as const;
export type ShownNumberStatus = (typeof SHOWN_NUMBER_STATUSES)[number];

/** A purchase that was not finished or taken up again for this long is undone; far longer than any request may run. */
export const RESERVATION_MINUTES = 10;
/** A release, or the undoing of a purchase, that was not finished after this long is taken up by the sweep. */
export const UNFINISHED_MINUTES = 1;
/** The sweep looks at an expired trial this long after its schedule should have. */
export const TRIAL_END_GRACE_MINUTES = 2;

const minutesAfter = (start: Date, minutes: number): string =>
  new Date(start.getTime() + minutes * MINUTE_MS).toISOString();

/** Until when a purchase begun or taken up at `now` is left alone. */
export const reservedUntil = (now: Date): string => minutesAfter(now, RESERVATION_MINUTES);

/** When the sweep takes up what was begun at `now`, unless it is finished by then. */
export const unfinishedAt = (now: Date): string => minutesAfter(now, UNFINISHED_MINUTES);

/** When the sweep looks after a number in use: a paid one never. */
export const trialSweptAt = (trialExpiresAt: string | null): string | null =>
  trialExpiresAt === null ? null : minutesAfter(new Date(trialExpiresAt), TRIAL_END_GRACE_MINUTES);

export interface NumberLife {
  status: NumberStatus;
  /** ISO 8601; null for a number without an end. */
  trial_expires_at: string | null;
  /** When the sweep looks at it; null: never. */
  due_at: string | null;
}

const hasPassed = (at: string | null, now: Date): boolean => at !== null && at <= now.toISOString();

/** What a number needs at `now`, whoever asks and however often. */
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
