const AT = /^at\((\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})\)$/;

/** Milliseconds by which a zone's wall clock is ahead of UTC at an instant. @throws RangeError for an unknown zone. */
const offsetMs = (instant: number, timezone: string): number => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant;
};

/**
 * The instant of `at(yyyy-mm-ddThh:mm:ss)` in a zone, epoch milliseconds. A time that the zone skips is read with the
 * offset before the change. `undefined` for another expression or an unknown zone.
 */
export const instantOf = (expression: string, timezone: string): number | undefined => {
  const match = AT.exec(expression);
  if (!match) return undefined;
  const [year = 0, month = 1, day, hour, minute, second] = match.slice(1).map(Number);
  const wallClock = Date.UTC(year, month - 1, day, hour, minute, second);
  try {
    const guess = wallClock - offsetMs(wallClock, timezone);
    return wallClock - offsetMs(guess, timezone);
  } catch {
    return undefined;
  }
};
