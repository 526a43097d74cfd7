import type { CalleeClock } from '#shared/domain/phone-number/callee-zones.ts';
import { type Destinations, destinationProblem } from '#shared/domain/phone-number/destinations.ts';
import type { NumberKind } from '#shared/domain/phone-number/numbering.ts';
import { type HoursRule, type HoursRules, onCalleeClock, openingFor } from './callee-hours.ts';
import { NO_COMMON_CALL_WINDOW } from './retry-policy.ts';

export type SkipReason =
  | 'contact_gone'
  | 'missing_phone'
  | 'do_not_call'
  | 'destination_not_allowed'
  | typeof NO_COMMON_CALL_WINDOW;

interface Callee {
  phone: string | null;
  phone_country: string | null;
  phone_kind: NumberKind | null;
  do_not_call: boolean;
  timezone: string | null;
  deleted_at: string | null;
}

/** Dial now, never, or once the window opens for this contact. */
type Eligibility =
  | { decision: 'dial'; phone: string }
  /** `words` say why. */
  | { decision: 'skip'; reason: SkipReason; words: string }
  | { decision: 'wait'; until: Date; rule: HoursRule };

/** What holds for everybody of a campaign. */
export interface DialRules extends HoursRules {
  destinations: Destinations;
}

const EXPLANATIONS: Record<Exclude<SkipReason, 'destination_not_allowed'>, string> = {
  contact_gone: 'the contact was deleted',
  missing_phone: 'missing phone number',
  do_not_call: 'do-not-call flag is set',
  no_common_call_window:
    "the campaign's call window and the account's calling_hours, on the clocks they are read on, have no hours in common",
};

/** Where no campaign's window has a part in it. */
const HOURS_NEVER_MEET_WORDS =
  "the account's calling_hours have no hours in common on the clocks of all time zones that the number may be in";

/** Of a number in the list, which need not be of a contact. */
const SUPPRESSED_WORDS = 'the number is suppressed (do-not-call)';

const skip = (reason: keyof typeof EXPLANATIONS, words = EXPLANATIONS[reason]): Eligibility => ({
  decision: 'skip',
  reason,
  words,
});

export const judgeEligibility = (
  callee: Callee | undefined,
  /** The number bears a do-not-call mark, set through whichever contact. */
  numberBlocked: boolean,
  { destinations, ...hours }: DialRules,
  now: Date,
): Eligibility => {
  if (!callee || callee.deleted_at !== null) return skip('contact_gone');
  if (numberBlocked) return skip('do_not_call', SUPPRESSED_WORDS);
  if (callee.do_not_call) return skip('do_not_call');
  if (callee.phone === null) return skip('missing_phone');
  const numbering = { country: callee.phone_country, kind: callee.phone_kind ?? 'unknown' };
  const words = destinationProblem(numbering, destinations);
  if (words !== null) return { decision: 'skip', reason: 'destination_not_allowed', words };
  const opening = openingFor(hours, callee, now);
  if (opening === null) return skip(NO_COMMON_CALL_WINDOW, hours.window === null ? HOURS_NEVER_MEET_WORDS : undefined);
  const { at: until, rule } = opening;
  return until > now ? { decision: 'wait', until, rule } : { decision: 'dial', phone: callee.phone };
};

const contactWords = (contactId: string, name: string | undefined): string =>
  `Contact ${contactId}${name ? ` (${name})` : ''}`;

/** An instant, and what it is on the callee's clock where that is known. */
export const untilWords = (until: Date, callee: CalleeClock): string => {
  const clock = onCalleeClock(until, callee);
  return clock === '' ? until.toISOString() : `${until.toISOString()} (${clock})`;
};

/** Until when a contact waits, in `until`, and why, as text for the run's response. */
export const explainWait = (contactId: string, name: string | undefined, until: string, words: string): string =>
  `${contactWords(contactId, name)} waits until ${until}: ${words}.`;

/** Why a contact was skipped, as text for the run's response. */
export const explainSkip = (contactId: string, name: string | undefined, words: string): string =>
  `${contactWords(contactId, name)} was skipped: ${words}.`;
