import { WHO_CHANGES_BOUNDS } from '#shared/domain/account/dial-bounds.ts';
import type { CallingHours } from '#shared/domain/account/dialing-settings.ts';
import { type CalleeClock, calleeZonesOf } from '#shared/domain/phone-number/callee-zones.ts';
import { areOpen, byOffset, type CallWindow, nextCommonOpening, type ZonedHours } from './call-window.ts';

/** The hours in which somebody may be called: those of the campaign, and those of the account on the callee's clock. */
export interface HoursRules {
  window: CallWindow | null;
  callingHours: CallingHours | null;
}

/** The rule that a contact waits for. */
export type HoursRule = 'call_window' | 'calling_hours';

const windowZones = ({ timezone, inCalleeZone }: CallWindow, callee: CalleeClock): readonly string[] => {
  if (!inCalleeZone) return callee.timezone === null ? [timezone] : [timezone, callee.timezone];
  const zones = calleeZonesOf(callee);
  // A window must not vanish where nobody knows whose clock it is read on.
  return zones.length > 0 ? zones : [timezone];
};

/**
 * The hours of a campaign's window for a callee: on the window's clock and the contact's own, or on those of the callee
 * alone.
 */
const windowHours = (window: CallWindow | null, callee: CalleeClock): ZonedHours[] =>
  window === null ? [] : [{ ...window, timezones: windowZones(window, callee) }];

/** Calling hours are the callee's; where nobody knows whose clock that is, they bind nobody. */
const callingHoursOf = (hours: CallingHours | null, callee: CalleeClock): ZonedHours[] =>
  hours === null ? [] : [{ ...hours, timezones: calleeZonesOf(callee) }];

/** Whether a campaign's window is open for a callee; always without a window. */
export const isOpenFor = (window: CallWindow | null, callee: CalleeClock, now: Date): boolean =>
  areOpen(windowHours(window, callee), now);

/** The earliest instant at or after `now` when `isOpenFor` holds, or null when there is none. */
export const nextOpeningFor = (window: CallWindow | null, callee: CalleeClock, now: Date): Date | null =>
  nextCommonOpening(windowHours(window, callee), now);

const farOff = Number.POSITIVE_INFINITY;

/**
 * When somebody may be called, at or after `now`, and the rule that closes it until then: of two the one that opens
 * later. Null when the hours never meet.
 */
export const openingFor = (
  { window, callingHours }: HoursRules,
  callee: CalleeClock,
  now: Date,
): { at: Date; rule: HoursRule } | null => {
  const [ofWindow, ofAccount] = [windowHours(window, callee), callingHoursOf(callingHours, callee)];
  const at = nextCommonOpening([...ofWindow, ...ofAccount], now);
  if (at === null) return null;
  if (areOpen(ofAccount, now)) return { at, rule: 'call_window' };
  const opens = (rules: ZonedHours[]): number => nextCommonOpening(rules, now)?.getTime() ?? farOff;
  return { at, rule: opens(ofAccount) >= opens(ofWindow) ? 'calling_hours' : 'call_window' };
};

const clockFormat = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const dayFormat = { weekday: 'short', day: 'numeric', month: 'short' } as const;

const wallClock = (at: Date, timeZone: string): string => {
  const day = new Intl.DateTimeFormat('en-GB', { ...dayFormat, timeZone }).format(at);
  return `${new Intl.DateTimeFormat('en-GB', { ...clockFormat, timeZone }).format(at)} on ${day} in ${timeZone}`;
};

/**
 * An instant on the callee's clock, such as `08:00 on Mon 2 Mar in America/Chicago`; in several zones on the clocks that
 * are furthest apart. Empty where nobody knows whose clock it is.
 */
export const onCalleeClock = (at: Date, callee: CalleeClock): string => {
  const zones = byOffset(calleeZonesOf(callee), at);
  return [...new Set([zones[0], zones.at(-1)])]
    .flatMap((zone) => zone ?? [])
    .map((zone) => wallClock(at, zone))
    .join(' to ');
};

/** Why somebody waits for the window, what it is and what changes it. */
export const windowWaitWords = ({ start, end, timezone, inCalleeZone }: CallWindow): string => {
  const where = inCalleeZone ? 'on the clock of whoever is called' : `in ${timezone} and on the contact's own clock`;
  return `the campaign's call window is ${start} to ${end} ${where}, and PATCH /api/crm/campaigns/{id} changes it`;
};

/** Why somebody waits for calling hours, what they are and who may change them. */
export const hoursWaitWords = ({ start, end }: CallingHours): string =>
  `the account's calling_hours are ${start} to ${end} on the clock of whoever is called, and ${WHO_CHANGES_BOUNDS}`;
