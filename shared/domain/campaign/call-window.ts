import { DAY_MS, MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';

/** The timezone of a window that names none. */
export const DEFAULT_WINDOW_TIMEZONE = 'UTC';

/** Daily hours in which calls may be placed: half-open [start, end); a start after the end crosses midnight. */
export interface Hours {
  /** `HH:MM` on the local wall clock. */
  start: string;
  /** `HH:MM` on the local wall clock; the first closed minute. */
  end: string;
}

/** The hours of a campaign. */
export interface CallWindow extends Hours {
  /** IANA name. */
  timezone: string;
  /** Read on the callee's clock instead of the campaign's. */
  inCalleeZone: boolean;
}

/** Hours that must be open on the clock of each of these zones; of no zone, they bind nobody. */
export interface ZonedHours extends Hours {
  /** IANA names. */
  timezones: readonly string[];
}

/** No opening within this time counts as never; it covers a full year of DST changes in both zones. */
const OPENING_HORIZON_DAYS = 366;

/** Zone offsets are measured and cached in spans of this many days. */
const MEASURED_DAYS = 32;
const MEASURED_MS = MEASURED_DAYS * DAY_MS;
/** About ten years of offsets per zone; a full cache is emptied. */
const MAX_MEASURED_SPANS_PER_ZONE = 120;

/** A time with a constant zone offset: [from, until), epoch milliseconds. */
interface Stretch {
  from: number;
  until: number;
  offsetMs: number;
}

interface Zone {
  formatter: Intl.DateTimeFormat;
  spans: Map<number, Stretch[]>;
}

/** Keyed by lower-cased name; unknown names are not kept, so the number of real zones bounds the cache. */
const knownZones = new Map<string, Zone>();

/** ASCII only. Raw offsets such as `+02:00` are refused, because they have no DST. */
export const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+\-/]*$/;

const findZone = (name: string): Zone | null => {
  if (!ZONE_NAME.test(name)) return null;
  const key = name.toLowerCase();
  const cached = knownZones.get(key);
  if (cached) return cached;
  try {
    const formatter = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
    const zone: Zone = { formatter, spans: new Map() };
    knownZones.set(key, zone);
    return zone;
  } catch {
    return null;
  }
};

/** True for every name in the platform's time zone database, aliases included; false for raw UTC offsets. */
export const isKnownTimezone = (zone: string): boolean => findZone(zone) !== null;

const OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

const readOffsetMs = (zone: Zone, at: number): number => {
  const [, sign, hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(zone.formatter.format(at)) ?? [];
  const offsetMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * SECOND_MS;
  return sign === '-' ? -offsetMs : offsetMs;
};

/** The first whole second in (before, after] whose offset differs from `before`'s. Both bounds are whole seconds. */
const findOffsetChange = (zone: Zone, before: number, after: number): number => {
  const offsetBefore = readOffsetMs(zone, before);
  let low = before;
  let high = after;
  while (high - low > SECOND_MS) {
    const middle = low + Math.floor((high - low) / 2 / SECOND_MS) * SECOND_MS;
    if (readOffsetMs(zone, middle) === offsetBefore) low = middle;
    else high = middle;
  }
  return high;
};

/** One probe a day is enough: no zone has ever changed its offset and back within a day. */
const measureSpan = (zone: Zone, index: number): Stretch[] => {
  const start = index * MEASURED_MS;
  const end = start + MEASURED_MS;
  let current: Stretch = { from: start, until: end, offsetMs: readOffsetMs(zone, start) };
  const stretches = [current];
  for (let probe = start + DAY_MS; probe <= end; probe += DAY_MS) {
    const offsetMs = readOffsetMs(zone, probe);
    if (offsetMs === current.offsetMs) continue;
    current.until = findOffsetChange(zone, probe - DAY_MS, probe);
    current = { from: current.until, until: end, offsetMs };
    stretches.push(current);
  }
  return stretches;
};

const stretchAt = (zone: Zone, at: number): Stretch => {
  const index = Math.floor(at / MEASURED_MS);
  let stretches = zone.spans.get(index);
  if (!stretches) {
    if (zone.spans.size >= MAX_MEASURED_SPANS_PER_ZONE) zone.spans.clear();
    stretches = measureSpan(zone, index);
    zone.spans.set(index, stretches);
  }
  const stretch = stretches.find(({ until }) => at < until);
  if (!stretch) throw new RangeError('The instant is not a valid date.');
  return stretch;
};

/** What a zone's clocks are ahead of UTC at an instant. @throws RangeError for an unknown zone. */
export const offsetMsAt = (timezone: string, at: Date): number => {
  const zone = findZone(timezone);
  if (!zone) throw new RangeError('The zone is not in the time zone database.');
  return stretchAt(zone, at.getTime()).offsetMs;
};

/** Known zones, those first whose clocks show the earliest time at `at`. */
export const byOffset = (zones: readonly string[], at: Date): string[] => {
  return zones.filter(isKnownTimezone).toSorted((one, other) => offsetMsAt(one, at) - offsetMsAt(other, at));
};

/** Milliseconds after local midnight. */
interface DailyMs {
  startMs: number;
  endMs: number;
}

const TIME_OF_DAY = /^([01]\d|2[0-3]):([0-5]\d)$/;

const readTimeOfDay = (text: string): number | null => {
  const match = TIME_OF_DAY.exec(text);
  return match ? (Number(match[1]) * 60 + Number(match[2])) * MINUTE_MS : null;
};

const readHours = ({ start, end }: Hours): DailyMs | null => {
  const startMs = readTimeOfDay(start);
  const endMs = readTimeOfDay(end);
  return startMs === null || endMs === null || startMs === endMs ? null : { startMs, endMs };
};

/** Hours on the clock of one zone. */
interface Clock {
  hours: DailyMs;
  zone: Zone;
}

/** The clocks that must all be inside their hours; null when hours are unreadable or a zone is unknown. */
const readClocks = (rules: readonly ZonedHours[]): Clock[] | null => {
  const clocks = rules.flatMap((rule) => {
    const hours = readHours(rule);
    const zones = new Set(rule.timezones.map(findZone));
    return [...zones].map((zone) => (hours && zone ? { hours, zone } : null));
  });
  const readable = clocks.filter((clock) => clock !== null);
  return readable.length === clocks.length ? readable : null;
};

/** Wall-clock milliseconds until the hours start; 0 inside them. */
const clockTimeUntilOpen = ({ startMs, endMs }: DailyMs, localMs: number): number => {
  const timeOfDay = ((localMs % DAY_MS) + DAY_MS) % DAY_MS;
  const isInside =
    startMs < endMs ? startMs <= timeOfDay && timeOfDay < endMs : startMs <= timeOfDay || timeOfDay < endMs;
  return isInside ? 0 : (startMs - timeOfDay + DAY_MS) % DAY_MS;
};

const nextOpeningInZone = (hours: DailyMs, zone: Zone, from: number): number => {
  let at = from;
  for (;;) {
    const { offsetMs, until } = stretchAt(zone, at);
    const opening = at + clockTimeUntilOpen(hours, at + offsetMs);
    if (opening < until) return opening;
    // The offset changes before the start, so the search goes on with the new offset.
    at = until;
  }
};

/** The hours of a window that hold for everybody of its campaign: none, where each callee has its own. */
const commonHours = (window: CallWindow | null): ZonedHours[] =>
  window === null || window.inCalleeZone ? [] : [{ ...window, timezones: [window.timezone] }];

/**
 * Whether all hours are open at `now`; always without any. Unreadable hours or an unknown zone are never open, so a bad
 * value cannot make a phone ring at night.
 */
export const areOpen = (rules: readonly ZonedHours[], now: Date): boolean => {
  const at = now.getTime();
  const clocks = readClocks(rules);
  return (
    clocks?.every(({ hours, zone }) => clockTimeUntilOpen(hours, at + stretchAt(zone, at).offsetMs) === 0) ?? false
  );
};

/**
 * The earliest instant at or after `now` when all hours are open, or null when none lies within `OPENING_HORIZON_DAYS`.
 * A start that DST skips opens at the first existing instant inside the hours.
 */
export const nextCommonOpening = (rules: readonly ZonedHours[], now: Date): Date | null => {
  const clocks = readClocks(rules);
  if (!clocks) return null;
  const horizon = now.getTime() + OPENING_HORIZON_DAYS * DAY_MS;
  let at = now.getTime();
  while (at < horizon) {
    const from = at;
    const latest = Math.max(at, ...clocks.map(({ hours, zone }) => nextOpeningInZone(hours, zone, from)));
    if (latest === at) return new Date(at);
    at = latest;
  }
  return null;
};

/** Whether a campaign as a whole is within its window; always without one, and with one in the callees' zones. */
export const isOpen = (window: CallWindow | null, now: Date): boolean => areOpen(commonHours(window), now);

/** The earliest instant at or after `now` when `isOpen` holds, or null when there is none. */
export const nextOpening = (window: CallWindow | null, now: Date): Date | null =>
  nextCommonOpening(commonHours(window), now);
