import { counted } from '#functions/dashboard/site/format/words.ts';
import type { WaitingReason } from '#shared/domain/campaign/waiting.ts';

const WAITING_WORDS: Record<WaitingReason, string> = {
  daily_calls: 'The account has made all the calls that a day allows.',
  daily_spend: 'The account has spent what a day allows.',
  call_window: "The campaign's call window is closed.",
  calling_hours: 'It is outside the hours in which people may be called.',
  number_daily_calls: 'The numbers that are left were dialled as often as a day allows.',
  retry_delay: 'Everybody who is left waits for the next attempt.',
};

export const waitingWords = (reason: WaitingReason): string => WAITING_WORDS[reason];

const SKIP_WORDS: Partial<Record<string, string>> = {
  contact_gone: 'The contact was deleted',
  missing_phone: 'No phone number',
  do_not_call: 'Do not call',
  destination_not_allowed: 'Calls to this number are not allowed',
  no_common_call_window: 'No common calling hours',
};

/** Why a contact is not called; an unknown reason in its own words. */
export const skipWords = (reason: string): string => SKIP_WORDS[reason] ?? reason.replaceAll('_', ' ');

interface Counters {
  total_contacts: number;
  contacts_called: number;
  contacts_completed: number;
  contacts_answered: number;
}

const PERCENT = 100;

/** `42 %` of those who were called. */
export const answeredShare = ({ contacts_called, contacts_answered }: Counters): string =>
  contacts_called === 0 ? '—' : `${Math.round((PERCENT * contacts_answered) / contacts_called)} %`;

export const progressWords = ({ contacts_completed, total_contacts }: Counters): string =>
  total_contacts === 0
    ? 'No contacts yet'
    : `${contacts_completed.toLocaleString('en')} of ${counted(total_contacts, 'contact')}`;

interface Window {
  call_window_start: string | null;
  call_window_end: string | null;
  call_window_timezone: string | null;
}

export const windowWords = ({ call_window_start: start, call_window_end: end, call_window_timezone: zone }: Window) =>
  start === null || end === null ? 'At any time of day' : `${start} to ${end}, ${zone ?? 'UTC'}`;
