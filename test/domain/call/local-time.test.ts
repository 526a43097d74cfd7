import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { daysAfter, instantOf, localTimeAt, weekdayOf } from '#shared/domain/call/local-time.ts';

const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia'];

test.each([
  ['Europe/Berlin', '2026-03-02T23:30:20.500Z', { date: '2026-03-03', time: '00:30:20', weekday: 'Tuesday' }],
  ['America/Los_Angeles', '2026-03-02T07:30:00.000Z', { date: '2026-03-01', time: '23:30:00', weekday: 'Sunday' }],
  ['Asia/Kolkata', '2026-12-31T18:30:00.000Z', { date: '2027-01-01', time: '00:00:00', weekday: 'Friday' }],
])('a clock in %s shows at %s its own day', (zone, at, local) => {
  expect(localTimeAt(zone, new Date(at))).toEqual(local);
});

describe('the instant of a local time', () => {
  test.each([
    ['in winter', 'Europe/Berlin', '2026-03-03', '15:00', '2026-03-03T14:00:00.000Z'],
    ['in summer', 'Europe/Berlin', '2026-07-03', '15:00', '2026-07-03T13:00:00.000Z'],
    ['after the clocks change', 'America/New_York', '2026-03-09', '09:00', '2026-03-09T13:00:00.000Z'],
    ['that the clocks skip is an hour later', 'Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
    ['that the clocks show twice is the first', 'Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['right after the repeated hour', 'Europe/Berlin', '2026-10-25', '03:00', '2026-10-25T02:00:00.000Z'],
    ['with seconds', 'UTC', '2026-03-03', '15:00:07', '2026-03-03T15:00:07.000Z'],
  ])('%s', (_, zone, date, time, instant) => {
    expect(instantOf(zone, date, time)?.toISOString()).toBe(instant);
  });

  test.each([
    ['2026-02-30', '15:00'],
    ['2026-13-01', '15:00'],
    ['2026-03-03', '24:00'],
    ['2026-03-03', '3 pm'],
    ['tomorrow', '15:00'],
    ['2026-3-3', '15:00'],
  ])('of %s %s does not exist', (date, time) => {
    expect(instantOf('Europe/Berlin', date, time)).toBeUndefined();
  });

  test('shows that time again, wherever and whenever the clocks do', () => {
    const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(instants, fc.constantFrom(...ZONES), (at, zone) => {
        const { date, time } = localTimeAt(zone, at);
        const again = instantOf(zone, date, time) as Date;
        expect(localTimeAt(zone, again)).toEqual(localTimeAt(zone, at));
        expect(again.getTime()).toBeLessThanOrEqual(at.getTime());
      }),
    );
  });
});

test('days follow each other over months and years', () => {
  expect([daysAfter('2026-02-28', 1), daysAfter('2028-02-28', 1), daysAfter('2026-12-31', 1)]).toEqual([
    '2026-03-01',
    '2028-02-29',
    '2027-01-01',
  ]);
  expect(weekdayOf('2026-03-02')).toBe('Monday');
});
