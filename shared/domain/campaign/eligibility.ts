import { type CallWindow, nextOpening } from './call-window.ts';
import { NO_COMMON_CALL_WINDOW } from './retry-policy.ts';

export type SkipReason = 'contact_gone' | 'missing_phone' | 'do_not_call' | typeof NO_COMMON_CALL_WINDOW;

interface Callee {
  phone: string | null;
  do_not_call: boolean;
  timezone: string | null;
  deleted_at: string | null;
}

/** Dial now, never, or once the window opens for this contact. */
type Eligibility =
  | { decision: 'dial'; phone: string }
  | { decision: 'skip'; reason: SkipReason }
  | { decision: 'wait'; until: Date };

export const judgeEligibility = (
  callee: Callee | undefined,
  /** The number bears a do-not-call mark, set through whichever contact. */
  numberBlocked: boolean,
  window: CallWindow | null,
  now: Date,
): Eligibility => {
  if (!callee || callee.deleted_at !== null) return { decision: 'skip', reason: 'contact_gone' };
  if (callee.do_not_call || numberBlocked) return { decision: 'skip', reason: 'do_not_call' };
  if (callee.phone === null) return { decision: 'skip', reason: 'missing_phone' };
  const opening = nextOpening(window, callee.timezone, now);
  if (opening === null) return { decision: 'skip', reason: NO_COMMON_CALL_WINDOW };
  return opening > now ? { decision: 'wait', until: opening } : { decision: 'dial', phone: callee.phone };
};

const EXPLANATIONS: Record<SkipReason, string> = {
  contact_gone: 'the contact was deleted',
  missing_phone: 'missing phone number',
  do_not_call: 'do-not-call flag is set',
  no_common_call_window: "the call window and the contact's timezone have no hours in common",
};

/** Why a contact was skipped, as text for the run's response. */
export const explainSkip = (contactId: string, name: string | undefined, reason: SkipReason): string =>
  `Contact ${contactId}${name ? ` (${name})` : ''} was skipped: ${EXPLANATIONS[reason]}.`;
