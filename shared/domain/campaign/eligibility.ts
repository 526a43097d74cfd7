import { type Destinations, destinationProblem } from '#shared/domain/phone-number/destinations.ts';
import type { NumberKind } from '#shared/domain/phone-number/numbering.ts';
import { type HoursRule, type HoursRules, openingFor } from './callee-hours.ts';
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
    "the campaign's call window, the account's calling_hours and the contact's timezone have no hours in common",
};

const skip = (reason: keyof typeof EXPLANATIONS): Eligibility => ({
  decision: 'skip',
  reason,
  words: EXPLANATIONS[reason],
});

export const judgeEligibility = (
  callee: Callee | undefined,
  /** The number bears a do-not-call mark, set through whichever contact. */
  numberBlocked: boolean,
  { destinations, ...hours }: DialRules,
  now: Date,
): Eligibility => {
  if (!callee || callee.deleted_at !== null) return skip('contact_gone');
  if (callee.do_not_call || numberBlocked) return skip('do_not_call');
  if (callee.phone === null) return skip('missing_phone');
  const numbering = { country: callee.phone_country, kind: callee.phone_kind ?? 'unknown' };
  const words = destinationProblem(numbering, destinations);
  if (words !== null) return { decision: 'skip', reason: 'destination_not_allowed', words };
  const opening = openingFor(hours, callee.timezone, now);
  if (opening === null) return skip(NO_COMMON_CALL_WINDOW);
  const { at: until, rule } = opening;
  return until > now ? { decision: 'wait', until, rule } : { decision: 'dial', phone: callee.phone };
};

const contactWords = (contactId: string, name: string | undefined): string =>
  `Contact ${contactId}${name ? ` (${name})` : ''}`;

/** Until when a contact waits and why, as text for the run's response. */
export const explainWait = (contactId: string, name: string | undefined, until: Date, words: string): string =>
  `${contactWords(contactId, name)} waits until ${until.toISOString()}: ${words}.`;

/** Why a contact was skipped, as text for the run's response. */
export const explainSkip = (contactId: string, name: string | undefined, words: string): string =>
  `${contactWords(contactId, name)} was skipped: ${words}.`;
