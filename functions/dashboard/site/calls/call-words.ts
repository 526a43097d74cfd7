import { secondsBetween, shownDuration } from '#functions/dashboard/site/format/time.ts';
import { statusWords } from '#functions/dashboard/site/format/words.ts';

interface Parties {
  direction: 'inbound' | 'outbound';
  from_number: string | null;
  to_number: string | null;
}

/** Shown where a number is not kept any more. */
const NO_NUMBER = 'Number not kept';

/** The number of whoever was called, or called in. */
export const otherNumber = ({ direction, from_number, to_number }: Parties): string =>
  (direction === 'inbound' ? from_number : to_number) || NO_NUMBER;

export const directionWords = ({ direction }: Pick<Parties, 'direction'>): string =>
  direction === 'inbound' ? 'Inbound' : 'Outbound';

/** Who says a line of a transcript. Carriers name the other party differently. */
export const speakerWords = (role: string, { direction }: Pick<Parties, 'direction'>): string => {
  if (role === 'assistant') return 'Assistant';
  return direction === 'inbound' ? 'Caller' : 'Callee';
};

/** What a call's badge says: once it is over, what came of it. */
export const resultOf = ({ status, outcome }: { status: string; outcome: string | null }): string =>
  status === 'ended' ? (outcome ?? status) : status;

const ANSWERED_BY = { human: 'A person', machine: 'A machine', unknown: 'Not known' } as const;

export const answeredByWords = (by: keyof typeof ANSWERED_BY): string => ANSWERED_BY[by];

const REASONS: Partial<Record<string, string>> = {
  normal_clearing: 'Hung up',
  user_busy: 'The line was busy',
  no_answer: 'Nobody answered',
  timeout: 'Nobody answered',
  originator_cancel: 'Hung up before anybody answered',
  call_rejected: 'Declined',
  rejected: 'Not taken',
  time_limit: 'The longest time for a call was over',
  invalid_number: 'There is no such number',
  hangup: 'Hung up; the carrier gave no reason',
  completed: 'Over; the carrier gave no reason',
  ended: 'Over; the carrier gave no reason',
  unknown: 'The carrier reported no end',
  placed_after_refusal: 'The carrier placed it after it had refused it; nobody talked',
  calling_hours: 'The hours in which people may be called did not come in time',
  no_common_call_window: 'The hours in which people may be called are never open for this number',
  calls_stopped: 'All calls of the account were stopped',
  caller_id_gone: 'The number to call from was released',
  assistant_unusable: 'The assistant could not place calls',
  contact_gone: 'The contact was deleted',
  missing_phone: 'The contact had no number',
  phone_changed: "The contact's number changed",
  do_not_call: 'The number is not to be called',
  destination_not_allowed: 'Calls to this number are not allowed',
  number_busy: 'The line was taken by another call of yours',
  rate_limited: 'The carrier had no room for it',
  not_accepted: 'The carrier did not accept it',
  no_call_permit: 'All concurrent calls of the account were taken',
  number_daily_calls: 'The number had had its calls of the day',
  daily_calls: 'The account had had its calls of the day',
  daily_spend: 'The money of the day was spent',
};

/** Why a call ended; a reason that is not known here in its own words. */
export const endedReasonWords = (reason: string): string => REASONS[reason] ?? statusWords(reason);

export const durationWords = (seconds: number | null): string => (seconds === null ? '—' : shownDuration(seconds));

interface Lasting {
  status: string;
  answered_at: string | null;
  duration_secs: number | null;
}

/** How long a call has lasted, also while it is live. */
export const lastedWords = ({ status, answered_at, duration_secs }: Lasting, now: Date): string => {
  const isTalking = status === 'in_progress' && answered_at !== null;
  return durationWords(isTalking ? secondsBetween(answered_at, now.toISOString()) : duration_secs);
};
