import { offsetMsAt } from '#shared/domain/campaign/call-window.ts';
import { DAY_MS } from '#shared/domain/time.ts';

/** What a clock on the wall shows somewhere. */
export interface LocalTime {
  /** `YYYY-MM-DD`. */
  date: string;
  /** `HH:MM:SS`. */
  time: string;
  /** In English. */
  weekday: string;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

/** The wall clock of a zone at an instant. @throws RangeError for an unknown zone. */
export const localTimeAt = (timezone: string, at: Date): LocalTime => {
  const [date = '', time = ''] = new Date(at.getTime() + offsetMsAt(timezone, at)).toISOString().split('T');
  return { date, time: time.slice(0, 'HH:MM:SS'.length), weekday: weekdayOf(date) };
};

/** In English, of a date as `YYYY-MM-DD`. */
export const weekdayOf = (date: string): string => WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] as string;

/** A date some days later, `YYYY-MM-DD`. */
export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Milliseconds of a wall clock as if it were UTC; undefined for a date that no calendar has. */
const wallClockMs = (date: string, time: string): number | undefined => {
  if (!DATE.test(date) || !TIME.test(time)) return undefined;
  const ms = Date.parse(`${date}T${time}Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date) ? ms : undefined;
};

/**
 * The instant when a clock in the zone shows this date and time. Of a time that DST repeats the first; one that it
 * skips is as much later as the clock is put forward. Undefined for a date or time that does not exist.
 * @throws RangeError for an unknown zone.
 */
export const instantOf = (timezone: string, date: string, time: string): Date | undefined => {
  const wall = wallClockMs(date, time);
  if (wall === undefined) return undefined;
  // A zone changes its offset at most once within two days, so one of these holds at that time.
  const [before, after] = [-DAY_MS, DAY_MS].map((ms) => offsetMsAt(timezone, new Date(wall + ms))) as [number, number];
  const fits = (offsetMs: number): boolean => offsetMsAt(timezone, new Date(wall - offsetMs)) === offsetMs;
  return new Date(wall - (fits(before) || !fits(after) ? before : after));
};
