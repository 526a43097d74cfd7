import { type DayReason, endOfDay } from '#shared/domain/account/dial-bounds.ts';
import { type CallWindow, nextOpening } from './call-window.ts';

/** The rules that a single contact may wait for beside the pause after an attempt. */
export const CONTACT_WAITS = ['call_window', 'calling_hours', 'number_daily_calls'] as const;
export type ContactWait = (typeof CONTACT_WAITS)[number];

/** Those that the account's dialing settings make. */
export const SETTINGS_WAITS = ['calling_hours', 'number_daily_calls'] as const satisfies ContactWait[];
export type SettingsWait = (typeof SETTINGS_WAITS)[number];

export const isSettingsWait = (rule: ContactWait): rule is SettingsWait =>
  (SETTINGS_WAITS as readonly ContactWait[]).includes(rule);

/** Why a running campaign dials nobody although contacts wait. */
export const WAITING_REASONS = [
  'daily_calls',
  'daily_spend',
  'call_window',
  'calling_hours',
  'number_daily_calls',
  'retry_delay',
] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];

export interface Waiting {
  waiting_reason: WaitingReason | null;
  /** ISO 8601. */
  waiting_until: string | null;
}

export const NOT_WAITING: Waiting = { waiting_reason: null, waiting_until: null };

interface Situation {
  /** The earliest due time of a contact, and the rule it was set by; null where nobody waits. */
  due: { at: string; rule: string } | null;
  /** The bound of the day that the account has reached. */
  day: DayReason | null;
  window: CallWindow | null;
}

const ruleOf = (rule: string): WaitingReason =>
  (CONTACT_WAITS as readonly string[]).includes(rule) ? (rule as ContactWait) : 'retry_delay';

/**
 * What a running campaign waits for, and until when. Of several rules it is the one that holds longest: each is asked
 * when the one before it is met.
 */
export const waitingOf = ({ due, day, window }: Situation, now: Date): Waiting => {
  if (due === null) return NOT_WAITING;
  let until = now;
  let reason: WaitingReason | null = null;
  const dueAt = new Date(due.at);
  if (dueAt > until) [until, reason] = [dueAt, ruleOf(due.rule)];
  if (day !== null && endOfDay(now) > until) [until, reason] = [endOfDay(now), day];
  const opening = nextOpening(window, until);
  if (opening !== null && opening > until) [until, reason] = [opening, 'call_window'];
  return reason === null ? NOT_WAITING : { waiting_reason: reason, waiting_until: until.toISOString() };
};
