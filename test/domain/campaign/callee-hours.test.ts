import { expect, test } from '@jest/globals';
import { openingFor } from '#shared/domain/campaign/callee-hours.ts';

const HOURS = { start: '08:00', end: '21:00' };
const opening = (window: [string, string] | null, timezone: string | null, now: string, callingHours = HOURS) => {
  const rules = { window: window && { start: window[0], end: window[1], timezone: 'UTC' }, callingHours };
  const found = openingFor(rules, timezone, new Date(now));
  return found && [found.at.toISOString(), found.rule];
};

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
