const OPTIONS: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
};

const SECOND_MS = 1_000;
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

const formats = new Map<string, Intl.DateTimeFormat>();

const formatFor = (zone: string | undefined, withYear: boolean): Intl.DateTimeFormat => {
  const key = `${zone} ${withYear}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    ...OPTIONS,
    ...(withYear && { year: 'numeric' }),
    ...(zone !== undefined && { timeZone: zone }),
  });
  formats.set(key, made);
  return made;
};

/** A moment as people read it, with its zone; with the year where that is not this one. */
export const shownTime = (at: string, zone: string | undefined, now: Date): string => {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return at;
  return formatFor(zone, moment.getFullYear() !== now.getFullYear()).format(moment);
};

/** `1:05`, `1:02:03`. */
export const shownDuration = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / HOUR_SECONDS);
  const minutes = Math.floor((whole % HOUR_SECONDS) / MINUTE_SECONDS);
  const two = (value: number): string => String(value).padStart(2, '0');
  const rest = two(whole % MINUTE_SECONDS);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
};

/** Seconds between two moments, the earlier one first. */
export const secondsBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / SECOND_MS;

/** How long ago, or in how long: `in 5 min`, `3 h ago`. */
export const shownDistance = (at: string, now: Date): string => {
  const seconds = (Date.parse(at) - now.getTime()) / SECOND_MS;
  const size = Math.abs(seconds);
  if (size < MINUTE_SECONDS) return seconds > 0 ? 'in less than a minute' : 'just now';
  const [value, unit] =
    size < HOUR_SECONDS
      ? [size / MINUTE_SECONDS, 'min']
      : size < 2 * 24 * HOUR_SECONDS
        ? [size / HOUR_SECONDS, 'h']
        : [size / (24 * HOUR_SECONDS), 'days'];
  return seconds > 0 ? `in ${Math.round(value)} ${unit}` : `${Math.round(value)} ${unit} ago`;
};

/** The value of a `datetime-local` input as a moment of the browser's zone; null if it is empty. */
export const momentOf = (local: string): string | null => (local === '' ? null : new Date(local).toISOString());

const LOCAL_MINUTE_CHARS = 'YYYY-MM-DDTHH:MM'.length;
const MINUTE_MS = 60_000;

/** A moment as the value of a `datetime-local` input, in the browser's zone; empty for none. */
export const localMinuteOf = (at: string | null): string => {
  if (at === null) return '';
  const moment = new Date(at);
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, LOCAL_MINUTE_CHARS);
};

/** The IANA zone of this browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
