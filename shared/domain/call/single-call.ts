import { DAY_MS, MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { NotDialedReason } from './not-dialed.ts';

/** A scheduled call waits this long after its time for what waiting cures. */
const SCHEDULED_WAIT_MS = DAY_MS;
/** One that was to be dialled at once: whoever asked for it does not expect it later. */
const IMMEDIATE_WAIT_MS = 5 * MINUTE_MS;

/** How far ahead a call may be scheduled. */
const SCHEDULED_AHEAD_MAX_DAYS = 365;

/** Why a call cannot be scheduled for this time, as words that follow the field's name; null if it can, or for none. */
export const scheduleProblem = (scheduledAt: string | null | undefined, now: Date): string | null => {
  if (scheduledAt == null) return null;
  const aheadMs = Date.parse(scheduledAt) - now.getTime();
  if (aheadMs <= 0) return 'must be in the future';
  return aheadMs > SCHEDULED_AHEAD_MAX_DAYS * DAY_MS ? `must be at most ${SCHEDULED_AHEAD_MAX_DAYS} days ahead` : null;
};

/** Pauses between looks at whether a call may be dialled, where nobody knows when: 2 s, doubling up to a minute. */
const FIRST_PAUSE_SECONDS = 2;
const LONGEST_PAUSE_SECONDS = 60;

/** Whether waiting can cure a hindrance. */
const IS_CURED_BY_WAITING: Record<NotDialedReason, boolean> = {
  calls_stopped: true,
  outside_window: true,
  number_busy: true,
  number_daily_calls: true,
  daily_calls: true,
  daily_spend: true,
  no_call_permit: true,
  rate_limited: true,
  too_slow: true,
  phone_changed: true,
  day_over: true,
  queue_lost: true,
  over_limit: true,
  campaign_stopped: false,
  caller_id_gone: false,
  assistant_unusable: false,
  contact_gone: false,
  missing_phone: false,
  do_not_call: false,
  destination_not_allowed: false,
  no_common_call_window: false,
  not_accepted: false,
  cancelled: false,
};

export const isCuredByWaiting = (reason: NotDialedReason): boolean => IS_CURED_BY_WAITING[reason];

/** Hindrances that people remove: whoever does wakes the calls that wait for it. */
const REMOVED_BY_PEOPLE: readonly NotDialedReason[] = [
  'calls_stopped',
  'outside_window',
  'number_daily_calls',
  'daily_calls',
  'daily_spend',
];

export const isRemovedByPeople = (reason: NotDialedReason | null): boolean =>
  reason !== null && REMOVED_BY_PEOPLE.includes(reason);

/** Why a single call cannot be dialled now. */
export interface Hindrance {
  reason: NotDialedReason;
  /** Why, for people: a sentence without its full stop. */
  words: string;
  /** When it will be over, where that is known. */
  until: Date | null;
}

interface SingleCall {
  /** ISO 8601; null for a call that is to be dialled at once. */
  scheduled_at: string | null;
  created_at: string;
  deferrals: number;
}

/** `ended_reason` of a call that was hindered to the end. */
const endedReasonOf = (reason: NotDialedReason): string => (reason === 'outside_window' ? 'calling_hours' : reason);

/** How long the call may wait. */
const waitsUntil = ({ scheduled_at, created_at }: SingleCall): number =>
  scheduled_at === null ? Date.parse(created_at) + IMMEDIATE_WAIT_MS : Date.parse(scheduled_at) + SCHEDULED_WAIT_MS;

const pauseSeconds = (deferrals: number): number =>
  Math.min(FIRST_PAUSE_SECONDS * 2 ** Math.min(deferrals, 10), LONGEST_PAUSE_SECONDS);

/** Whole seconds, which schedules have; never early. */
export const dueTime = (at: Date): string => new Date(Math.ceil(at.getTime() / SECOND_MS) * SECOND_MS).toISOString();

type AfterHindrance =
  | {
      status: 'scheduled';
      /** When it is looked at again. */
      due_at: string;
      waits_for: NotDialedReason;
      deferrals: number;
    }
  | { status: 'ended'; outcome: 'failed'; ended_reason: string; error: string; ended_at: string; due_at: null }
  | { status: 'cancelled'; not_dialed_reason: 'cancelled'; ended_at: string; due_at: null };

/** What becomes of a single call that cannot be dialled now: it waits for what waiting cures, as long as it may. */
export const afterHindrance = (call: SingleCall, { reason, words, until }: Hindrance, now: Date): AfterHindrance => {
  if (reason === 'cancelled')
    return { status: 'cancelled', not_dialed_reason: reason, ended_at: now.toISOString(), due_at: null };
  const next = until ?? new Date(now.getTime() + pauseSeconds(call.deferrals) * SECOND_MS);
  if (isCuredByWaiting(reason) && next.getTime() <= waitsUntil(call))
    return { status: 'scheduled', due_at: dueTime(next), waits_for: reason, deferrals: call.deferrals + 1 };
  const ended_reason = endedReasonOf(reason);
  return {
    status: 'ended',
    outcome: 'failed',
    ended_reason,
    error: `${words}.`,
    ended_at: now.toISOString(),
    due_at: null,
  };
};
