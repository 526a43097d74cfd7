import { describe, expect, test } from '@jest/globals';
import { isOpen, nextOpening } from '#shared/domain/campaign/call-window.ts';
import { isOpenFor, nextOpeningFor, onCalleeClock, openingFor } from '#shared/domain/campaign/callee-hours.ts';
import type { CalleeClock } from '#shared/domain/phone-number/callee-zones.ts';
import { atNumber, inZone } from './callee-clocks.ts';

const HOURS = { start: '08:00', end: '21:00' };
const openingOf = (
  window: [string, string] | null,
  callee: CalleeClock,
  now: string,
  { callingHours = HOURS, inCalleeZone = false } = {},
) => {
  const rules = { window: window && { start: window[0], end: window[1], timezone: 'UTC', inCalleeZone }, callingHours };
  const found = openingFor(rules, callee, new Date(now));
  return found && [found.at.toISOString(), found.rule];
};
const opening = (window: [string, string] | null, timezone: string | null, now: string, callingHours = HOURS) =>
  openingOf(window, inZone(timezone), now, { callingHours });

test('calling hours are met on the clock of whoever is called', () => {
  const now = '2026-03-02T10:00:00.000Z';
  expect(opening(null, 'Europe/Berlin', now)).toEqual([now, 'call_window']);
  expect(opening(null, 'America/New_York', now)).toEqual(['2026-03-02T13:00:00.000Z', 'calling_hours']);
  expect(opening(null, 'Asia/Tokyo', '2026-03-02T12:00:00.000Z')).toEqual([
    '2026-03-02T23:00:00.000Z',
    'calling_hours',
  ]);
});

test('where nobody knows whose clock that is, they bind nobody', () => {
  const now = '2026-03-02T03:00:00.000Z';
  expect(opening(null, null, now)?.[0]).toBe(now);
});

test('window and hours are judged together, and the one that opens later is told', () => {
  const early = '2026-03-02T05:00:00.000Z';
  expect(opening(['09:00', '17:00'], 'UTC', early)).toEqual(['2026-03-02T09:00:00.000Z', 'call_window']);
  expect(opening(['06:00', '17:00'], 'UTC', early)).toEqual(['2026-03-02T08:00:00.000Z', 'calling_hours']);
  expect(opening(['06:00', '09:00'], 'UTC', '2026-03-02T07:00:00.000Z')).toEqual([
    '2026-03-02T08:00:00.000Z',
    'calling_hours',
  ]);
});

test('hours that never meet open never; hours may cross midnight', () => {
  expect(opening(['22:00', '23:00'], 'UTC', '2026-03-02T05:00:00.000Z')).toBeNull();
  const night = { start: '22:00', end: '06:00' };
  expect(opening(null, 'UTC', '2026-03-02T12:00:00.000Z', night)).toEqual([
    '2026-03-02T22:00:00.000Z',
    'calling_hours',
  ]);
  expect(opening(null, 'UTC', '2026-03-02T03:00:00.000Z', night)?.[0]).toBe('2026-03-02T03:00:00.000Z');
});

test('calling hours are met in every zone that the number may be in', () => {
  const early = '2026-03-02T13:30:00.000Z';
  expect(openingOf(null, atNumber('+12125550100'), early)?.[0]).toBe(early);
  expect(openingOf(null, atNumber('+13125550100'), early)).toEqual(['2026-03-02T14:00:00.000Z', 'calling_hours']);
  expect(openingOf(null, atNumber('+18505550100'), early)).toEqual(['2026-03-02T14:00:00.000Z', 'calling_hours']);
  // At 21:00 in New York it is 20:00 in Chicago.
  const late = '2026-03-03T02:00:00.000Z';
  expect(openingOf(null, atNumber('+13125550100'), late)?.[0]).toBe(late);
  expect(openingOf(null, atNumber('+18505550100'), late)).toEqual(['2026-03-03T14:00:00.000Z', 'calling_hours']);
});

test('a number that tells no zone is called within the hours of every zone of its country', () => {
  const tollFree = atNumber('+18005550100', 'US');
  expect(openingOf(null, tollFree, '2026-03-02T14:00:00.000Z')).toEqual(['2026-03-02T18:00:00.000Z', 'calling_hours']);
  expect(openingOf(null, tollFree, '2026-03-03T02:00:00.000Z')).toEqual(['2026-03-03T18:00:00.000Z', 'calling_hours']);
});

test("a contact's own zone outdoes the number's", () => {
  const now = '2026-03-02T10:00:00.000Z';
  expect(openingOf(null, { ...atNumber('+12125550100'), timezone: 'Europe/Berlin' }, now)?.[0]).toBe(now);
});

test("calling hours and a window in the callee's zones have one next opening", () => {
  const newYork = atNumber('+12125550100');
  const now = '2026-03-02T10:00:00.000Z';
  const inCalleeZone = true;
  expect(openingOf(['09:00', '17:00'], newYork, now, { inCalleeZone })).toEqual([
    '2026-03-02T14:00:00.000Z',
    'call_window',
  ]);
  expect(openingOf(['06:00', '17:00'], newYork, now, { inCalleeZone })).toEqual([
    '2026-03-02T13:00:00.000Z',
    'calling_hours',
  ]);
  expect(openingOf(['22:00', '23:00'], newYork, now, { inCalleeZone })).toBeNull();
});

test('hours that zones of one country never share open never', () => {
  const morning = { start: '09:00', end: '12:00' };
  expect(
    openingOf(null, atNumber('+79261234567', 'RU'), '2026-03-02T10:00:00.000Z', { callingHours: morning }),
  ).toBeNull();
  expect(
    openingOf(null, atNumber('+74951234567', 'RU'), '2026-03-02T10:00:00.000Z', { callingHours: morning }),
  ).toEqual(['2026-03-03T06:00:00.000Z', 'calling_hours']);
});

test("an instant is told on the callee's clock, in several zones from the earliest to the latest", () => {
  const at = new Date('2026-03-02T18:00:00.000Z');
  expect(onCalleeClock(at, inZone('Asia/Kolkata'))).toBe('23:30 on Mon 2 Mar in Asia/Kolkata');
  expect(onCalleeClock(at, atNumber('+18005550100', 'US'))).toBe(
    '08:00 on Mon 2 Mar in America/Adak to 13:00 on Mon 2 Mar in America/New_York',
  );
  expect(onCalleeClock(at, inZone(null))).toBe('');
});

describe("a window in the callee's zones", () => {
  const hours = { start: '09:00', end: '17:00', timezone: 'Europe/Berlin', inCalleeZone: true };
  const noonInNewYork = new Date('2026-06-01T16:00:00Z');

  test("is read on the callee's clock alone, whatever the campaign's is", () => {
    expect(isOpenFor(hours, inZone('America/New_York'), noonInNewYork)).toBe(true);
    expect(isOpenFor(hours, atNumber('+12125550100'), noonInNewYork)).toBe(true);
    expect(isOpenFor(hours, inZone('Europe/Berlin'), noonInNewYork)).toBe(false);
    expect(nextOpeningFor(hours, atNumber('+442079460001'), noonInNewYork)).toEqual(new Date('2026-06-02T08:00:00Z'));
  });

  test('is open in every zone that the number may be in, at once', () => {
    const florida = atNumber('+18505550100');
    expect(isOpenFor(hours, florida, new Date('2026-06-01T13:30:00Z'))).toBe(false);
    expect(nextOpeningFor(hours, florida, new Date('2026-06-01T13:30:00Z'))).toEqual(new Date('2026-06-01T14:00:00Z'));
    expect(isOpenFor(hours, florida, new Date('2026-06-01T20:59:00Z'))).toBe(true);
    expect(isOpenFor(hours, florida, new Date('2026-06-01T21:00:00Z'))).toBe(false);
  });

  test('follows daylight saving time of the callee', () => {
    expect(nextOpeningFor(hours, atNumber('+12125550100'), new Date('2026-03-07T23:00:00Z'))).toEqual(
      new Date('2026-03-08T13:00:00Z'),
    );
    expect(nextOpeningFor(hours, atNumber('+12125550100'), new Date('2026-03-06T23:00:00Z'))).toEqual(
      new Date('2026-03-07T14:00:00Z'),
    );
  });

  test("holds nothing back of a campaign as a whole, as the campaign's own does", () => {
    const own = { ...hours, inCalleeZone: false };
    expect(isOpen(own, new Date('2026-06-01T14:59:00Z'))).toBe(true);
    expect(isOpen(own, new Date('2026-06-01T15:00:00Z'))).toBe(false);
    expect(nextOpening(own, new Date('2026-06-01T15:00:00Z'))).toEqual(new Date('2026-06-02T07:00:00Z'));
    const night = new Date('2026-06-01T02:00:00Z');
    expect(isOpen(hours, night)).toBe(true);
    expect(nextOpening(hours, night)).toEqual(night);
  });

  test("is read on the campaign's clock where nobody knows the callee's", () => {
    expect(isOpenFor(hours, atNumber('+80012345678'), new Date('2026-06-01T14:59:00Z'))).toBe(true);
    expect(isOpenFor(hours, atNumber('+80012345678'), new Date('2026-06-01T15:00:00Z'))).toBe(false);
  });
});
