import type { WindowPlan } from '#test/simulation/plan/campaign-plan.ts';

/** A second opinion on call windows, from the platform's wall clock alone. */

const formatters = new Map<string, Intl.DateTimeFormat>();

const formatterOf = (timezone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timezone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formatters.set(timezone, made);
  return made;
};

const isOpenIn = ({ start, end }: WindowPlan, timezone: string, at: number): boolean => {
  const wall = formatterOf(timezone).format(at);
  return start < end ? start <= wall && wall < end : start <= wall || wall < end;
};

export const isWithin = (window: WindowPlan | null, contactTimezone: string | null, at: number): boolean =>
  window === null ||
  (isOpenIn(window, window.timezone, at) && (contactTimezone === null || isOpenIn(window, contactTimezone, at)));
