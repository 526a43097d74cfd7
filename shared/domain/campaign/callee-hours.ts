import { WHO_CHANGES_BOUNDS } from '#shared/domain/account/dial-bounds.ts';
import type { CallingHours } from '#shared/domain/account/dialing-settings.ts';
import { areOpen, type CallWindow, nextCommonOpening, windowHours, type ZonedHours } from './call-window.ts';

/** The hours in which somebody may be called: those of the campaign, and those of the account on the callee's clock. */
export interface HoursRules {
  window: CallWindow | null;
  callingHours: CallingHours | null;
}

/** The rule that a contact waits for. */
export type HoursRule = 'call_window' | 'calling_hours';

/** Calling hours are the callee's; where nobody knows whose clock that is, they bind nobody. */
const callingHoursOf = (hours: CallingHours | null, timezone: string | null): ZonedHours[] =>
  hours === null || timezone === null ? [] : [{ ...hours, timezones: [timezone] }];

const farOff = Number.POSITIVE_INFINITY;

/**
 * When a contact with this time zone may be called, at or after `now`, and the rule that closes it until then: of two
 * the one that opens later. Null when the hours never meet.
 */
export const openingFor = (
  { window, callingHours }: HoursRules,
  timezone: string | null,
  now: Date,
): { at: Date; rule: HoursRule } | null => {
  const [ofWindow, ofAccount] = [windowHours(window, timezone), callingHoursOf(callingHours, timezone)];
  const at = nextCommonOpening([...ofWindow, ...ofAccount], now);
  if (at === null) return null;
  if (areOpen(ofAccount, now)) return { at, rule: 'call_window' };
  const opens = (rules: ZonedHours[]): number => nextCommonOpening(rules, now)?.getTime() ?? farOff;
  return { at, rule: opens(ofAccount) >= opens(ofWindow) ? 'calling_hours' : 'call_window' };
};

/** Why somebody waits for calling hours, what they are and who may change them. */
export const hoursWaitWords = ({ start, end }: CallingHours): string =>
  `the account's calling_hours are ${start} to ${end} on the clock of whoever is called, and ${WHO_CHANGES_BOUNDS}`;
