import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { byOffset, type CallWindow, isKnownTimezone } from '#shared/domain/campaign/call-window.ts';
import { isOpenFor, nextOpeningFor } from '#shared/domain/campaign/callee-hours.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time.ts';
import { inZone } from './callee-clocks.ts';

type Daily = Omit<CallWindow, 'inCalleeZone'>;

const campaigns = (hours: Daily | null): CallWindow | null => hours && { ...hours, inCalleeZone: false };
const isOpen = (hours: Daily | null, contactTimezone: string | null, now: Date): boolean =>
  isOpenFor(campaigns(hours), inZone(contactTimezone), now);
const nextOpening = (hours: Daily | null, contactTimezone: string | null, now: Date): Date | null =>
  nextOpeningFor(campaigns(hours), inZone(contactTimezone), now);

const window = (start: string, end: string, timezone = 'UTC'): Daily => ({ start, end, timezone });
const at = (iso: string): Date => new Date(iso);
const openingAfter = (hours: Daily, now: string, contactTimezone: string | null = null): string | null =>
  nextOpening(hours, contactTimezone, at(now))?.toISOString() ?? null;

/** The rule written a second time, from the wall clock's text alone. */
const clocks = new Map<string, Intl.DateTimeFormat>();
const wallClock = (zone: string, instant: number): string => {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    clocks.set(zone, clock);
  }
  return clock.format(instant);
};
const isOpenByText = ({ start, end, timezone }: Daily, contactTimezone: string | null, instant: number) =>
  [timezone, contactTimezone ?? timezone].every((zone) => {
    const clock = wallClock(zone, instant);
    return start < end ? start <= clock && clock < end : clock >= start || clock < end;
  });
const scanForOpening = (hours: Daily, contactTimezone: string | null, now: number, days: number) => {
  if (isOpenByText(hours, contactTimezone, now)) return now;
  const firstMinute = Math.ceil(now / MINUTE_MS) * MINUTE_MS;
  for (let minute = firstMinute; minute < now + days * DAY_MS; minute += MINUTE_MS) {
    if (isOpenByText(hours, contactTimezone, minute)) return minute;
  }
  return null;
};

/** Instants at which each zone changed or changes its clock. */
const clockChanges: [zone: string, instants: string[]][] = [
  ['Europe/Berlin', ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z']],
  ['America/New_York', ['2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z']],
  ['Australia/Lord_Howe', ['2026-04-04T15:00:00Z', '2026-10-03T15:30:00Z']],
  ['Asia/Kathmandu', ['1985-12-31T18:30:00Z', '2026-06-01T00:00:00Z']],
  ['America/St_Johns', ['2010-03-14T03:31:00Z', '2010-11-07T02:31:00Z', '2026-03-08T05:30:00Z']],
  ['Pacific/Apia', ['2011-12-30T10:00:00Z', '2012-04-01T03:00:00Z', '2021-04-03T14:00:00Z']],
];
const zones = clockChanges.map(([zone]) => zone);

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const timeOfDay = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map((minutes) => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`);
const nearClockChange = fc
  .tuple(
    fc.constantFrom(...clockChanges.flatMap(([, instants]) => instants)),
    fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }),
    fc.constantFrom(1, 1_000, MINUTE_MS, HOUR_MS),
  )
  .map(([instant, shiftMs, grain]) => Math.floor((Date.parse(instant) + shiftMs) / grain) * grain);
const scenario = fc
  .record({
    start: timeOfDay,
    end: timeOfDay,
    timezone: fc.constantFrom(...zones),
    contactTimezone: fc.option(fc.constantFrom(...zones)),
    now: nearClockChange,
  })
  .filter(({ start, end }) => start !== end);

describe('property', () => {
  test('the next opening is the one that a minute-by-minute scan of the wall clocks finds', () => {
    const SCANNED_DAYS = 3;
    fc.assert(
      fc.property(scenario, ({ contactTimezone, now, ...hours }) => {
        const expected = scanForOpening(hours, contactTimezone, now, SCANNED_DAYS);
        const actual = nextOpening(hours, contactTimezone, new Date(now))?.getTime() ?? null;
        if (expected !== null) expect(actual).toBe(expected);
        else if (actual !== null) expect(actual).toBeGreaterThanOrEqual(now + SCANNED_DAYS * DAY_MS);
      }),
      { numRuns: 600 },
    );
  });

  test('isOpen reads the wall clocks, to the millisecond', () => {
    fc.assert(
      fc.property(scenario, ({ contactTimezone, now, ...hours }) => {
        expect(isOpen(hours, contactTimezone, new Date(now))).toBe(isOpenByText(hours, contactTimezone, now));
      }),
      { numRuns: 3_000 },
    );
  });

  test('nothing is open between now and the next opening, the opening is open, and it is stable', () => {
    const moments = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { maxLength: 20 });
    fc.assert(
      fc.property(scenario, moments, ({ contactTimezone, now, ...hours }, shares) => {
        const opening = nextOpening(hours, contactTimezone, new Date(now));
        const until = opening?.getTime() ?? now + 366 * DAY_MS;
        if (opening) {
          expect(isOpen(hours, contactTimezone, opening)).toBe(true);
          expect(nextOpening(hours, contactTimezone, opening)).toEqual(opening);
        }
        const between = shares.map((share) => Math.floor(now + share * (until - now)));
        for (const instant of [...between, until - 1].filter((candidate) => now <= candidate && candidate < until)) {
          expect(isOpen(hours, contactTimezone, new Date(instant))).toBe(false);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('hours', () => {
  test('the start is inside and the end is outside', () => {
    const hours = window('09:00', '17:00');
    expect(isOpen(hours, null, at('2026-06-01T08:59:59.999Z'))).toBe(false);
    expect(isOpen(hours, null, at('2026-06-01T09:00:00Z'))).toBe(true);
    expect(isOpen(hours, null, at('2026-06-01T16:59:59.999Z'))).toBe(true);
    expect(isOpen(hours, null, at('2026-06-01T17:00:00Z'))).toBe(false);
  });

  test('a start after the end crosses midnight', () => {
    const hours = window('22:00', '02:00');
    expect(isOpen(hours, null, at('2026-06-01T23:30:00Z'))).toBe(true);
    expect(isOpen(hours, null, at('2026-06-02T01:59:00Z'))).toBe(true);
    expect(isOpen(hours, null, at('2026-06-02T02:00:00Z'))).toBe(false);
    expect(openingAfter(hours, '2026-06-02T02:00:00Z')).toBe('2026-06-02T22:00:00.000Z');
  });

  test('no window is always open, whatever the contact says', () => {
    const now = at('2026-06-01T03:00:00.123Z');
    expect(isOpen(null, 'Asia/Kathmandu', now)).toBe(true);
    expect(nextOpening(null, 'Nowhere/Atoll', now)).toEqual(now);
  });

  test('when open, the next opening is now itself', () => {
    expect(openingAfter(window('09:00', '17:00'), '2026-06-01T12:34:56.789Z')).toBe('2026-06-01T12:34:56.789Z');
  });

  test.each([
    ['equal times', window('09:00', '09:00'), null],
    ['an unreadable time', window('9:00', '17:00'), null],
    ['an hour that does not exist', window('09:00', '24:00'), null],
    ['an unknown zone', window('09:00', '17:00', 'Nowhere/Atoll'), null],
    ['an unknown zone of the contact', window('09:00', '17:00'), 'Nowhere/Atoll'],
  ])('%s never opens, and never throws', (_, hours, contactTimezone) => {
    expect(isOpen(hours, contactTimezone, at('2026-06-01T12:00:00Z'))).toBe(false);
    expect(nextOpening(hours, contactTimezone, at('2026-06-01T12:00:00Z'))).toBeNull();
  });
});

describe('clock changes', () => {
  test('a start in the skipped hour opens at the first instant after it', () => {
    expect(openingAfter(window('02:30', '04:00', 'Europe/Berlin'), '2026-03-28T12:00:00Z')).toBe(
      '2026-03-29T01:00:00.000Z',
    );
  });

  test('hours wholly inside the skipped hour wait for the next day', () => {
    expect(openingAfter(window('02:15', '02:45', 'Europe/Berlin'), '2026-03-28T12:00:00Z')).toBe(
      '2026-03-30T00:15:00.000Z',
    );
  });

  test('hours that begin and end with the skipped hour do not open on that day', () => {
    expect(openingAfter(window('02:00', '03:00', 'Europe/Berlin'), '2026-03-28T12:00:00Z')).toBe(
      '2026-03-30T00:00:00.000Z',
    );
  });

  test('hours inside the repeated hour open twice', () => {
    const hours = window('02:15', '02:45', 'Europe/Berlin');
    expect(openingAfter(hours, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:15:00.000Z');
    expect(openingAfter(hours, '2026-10-25T00:45:00Z')).toBe('2026-10-25T01:15:00.000Z');
  });

  test('a change of half an hour is followed', () => {
    const hours = window('01:45', '02:15', 'Australia/Lord_Howe');
    expect(openingAfter(hours, '2026-04-04T15:00:00Z')).toBe('2026-04-04T15:15:00.000Z');
  });

  test('a calendar day that was left out does not delay the opening', () => {
    expect(openingAfter(window('09:00', '17:00', 'Pacific/Apia'), '2011-12-30T03:00:00Z')).toBe(
      '2011-12-30T19:00:00.000Z',
    );
  });
});

describe('two zones', () => {
  test('both clocks must be inside the hours', () => {
    const hours = window('09:00', '17:00', 'Europe/Berlin');
    expect(isOpen(hours, 'America/New_York', at('2026-06-01T12:59:00Z'))).toBe(false);
    expect(isOpen(hours, 'America/New_York', at('2026-06-01T13:00:00Z'))).toBe(true);
    expect(isOpen(hours, 'America/New_York', at('2026-06-01T15:00:00Z'))).toBe(false);
    expect(openingAfter(hours, '2026-06-01T07:00:00Z', 'America/New_York')).toBe('2026-06-01T13:00:00.000Z');
  });

  test('the same hours twelve hours apart never meet, and the answer comes within 20 ms', () => {
    const hours = window('09:00', '17:00', 'Etc/GMT-6');
    const timings = Array.from({ length: 5 }, (_, year) => {
      const startedAt = performance.now();
      expect(openingAfter(hours, `${2026 + year}-01-01T00:00:00Z`, 'Etc/GMT+6')).toBeNull();
      return performance.now() - startedAt;
    });
    // The fastest of five: the machine's other work is not what is measured.
    expect(Math.min(...timings)).toBeLessThan(20);
  });

  test('hours that meet only in one season are found in that season', () => {
    const hours = window('09:00', '10:00', 'Europe/London');
    expect(openingAfter(hours, '2026-06-01T00:00:00Z', 'Africa/Abidjan')).toBe('2026-10-25T09:00:00.000Z');
  });
});

describe('zone names', () => {
  test.each(['Europe/Berlin', 'europe/berlin', 'UTC', 'EST5EDT', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires'])(
    '%s is known',
    (zone) => expect(isKnownTimezone(zone)).toBe(true),
  );

  test.each(['', ' ', '+02:00', '-08', '02:00', 'Europe/Atlantis', ' Europe/Berlin', 'Asia/\u212Aathmandu', 'Z'])(
    '%j is not known',
    (zone) => {
      isKnownTimezone('Asia/Kathmandu');
      expect(isKnownTimezone(zone)).toBe(false);
    },
  );

  test('no text makes the check throw', () => {
    fc.assert(fc.property(fc.string(), (zone) => typeof isKnownTimezone(zone) === 'boolean'));
  });
});

test('zones come in the order of their clocks at that time', () => {
  const zones = ['Europe/London', 'Nowhere/Atoll', 'America/Phoenix', 'America/Los_Angeles', 'Asia/Tokyo'];
  const ordered = ['America/Phoenix', 'Europe/London', 'Asia/Tokyo'];
  expect(byOffset(zones, at('2026-01-15T00:00:00Z'))).toEqual(['America/Los_Angeles', ...ordered]);
  expect(byOffset(zones, at('2026-07-15T00:00:00Z')).slice(0, 2).sort()).toEqual([
    'America/Los_Angeles',
    'America/Phoenix',
  ]);
});
