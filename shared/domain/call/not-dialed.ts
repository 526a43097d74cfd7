import type { DayReason } from '#shared/domain/account/dial-bounds.ts';

/** Why a claim was released without a dial, or a single call cannot be dialled. */
export type NotDialedReason =
  | 'campaign_stopped'
  | 'calls_stopped'
  | 'caller_id_gone'
  | 'assistant_unusable'
  | 'over_limit'
  | 'too_slow'
  | 'contact_gone'
  | 'missing_phone'
  | 'phone_changed'
  | 'do_not_call'
  | 'destination_not_allowed'
  | 'outside_window'
  | 'no_common_call_window'
  | 'number_busy'
  | 'rate_limited'
  /** Connection, caller ID, account or money are at fault; the call's `error` has the carrier's words. */
  | 'not_accepted'
  | 'no_call_permit'
  /** The number or the account has had its dials, or its money is spent. */
  | 'number_daily_calls'
  | DayReason
  /** It was counted on a day that is over. */
  | 'day_over'
  | 'queue_lost'
  /** Somebody cancelled the call before it was dialled. */
  | 'cancelled';

/** Why a call was not dialled, as a sentence without its full stop. */
export const NOT_DIALED_WORDS: Record<NotDialedReason, string> = {
  campaign_stopped: 'The campaign does not run',
  calls_stopped: 'All calls of this account are stopped; POST /api/account/resume-calls lets them start again',
  caller_id_gone: 'The number to call from was released',
  assistant_unusable: 'The assistant cannot place calls',
  over_limit: 'The campaign has all its concurrent calls',
  too_slow: 'Preparing the dial took too long',
  contact_gone: 'The contact was deleted',
  missing_phone: 'The contact has no phone number',
  phone_changed: "The contact's phone number changed meanwhile",
  do_not_call: 'The number or its contact is not to be called',
  destination_not_allowed: 'The number is not allowed as a destination',
  outside_window: "It is outside the account's calling_hours on the callee's clock",
  no_common_call_window: "The account's calling_hours are never open in all time zones of the callee",
  number_busy: 'Another call to or from this number is live or about to begin',
  rate_limited: 'The carrier had no room for the call',
  not_accepted: 'The carrier does not accept calls',
  no_call_permit: 'All concurrent calls of the account are taken',
  number_daily_calls: 'The number has had its calls of 24 hours',
  daily_calls: 'The account has had its calls of today',
  daily_spend: 'The money that the account may spend today is spent',
  day_over: 'The day that the call was counted on is over',
  queue_lost: 'The order to dial was lost',
  cancelled: 'The call was cancelled',
};
