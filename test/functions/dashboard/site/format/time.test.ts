import { describe, expect, test } from '@jest/globals';
import { shownDistance, shownDuration, shownTime } from '#functions/dashboard/site/format/time.ts';

const NOW = new Date('2026-03-02T12:00:00Z');

describe('Times as people read them', () => {
  test.each([
    ['2026-03-02T15:05:00Z', 'America/New_York', '2 Mar, 10:05 GMT-5'],
    ['2026-07-02T15:05:00Z', 'Europe/Paris', '2 Jul, 17:05 CEST'],
    ['2025-12-31T23:59:00Z', 'UTC', '31 Dec 2025, 23:59 UTC'],
  ])('%s in %s is %s', (at, zone, words) => expect(shownTime(at, zone, NOW)).toBe(words));

  test('what is no time is shown as it is', () => expect(shownTime('soon', 'UTC', NOW)).toBe('soon'));

  test.each([
    [0, '0:00'],
    [65, '1:05'],
    [3_725, '1:02:05'],
    [-3, '0:00'],
  ])('%d seconds are %s', (seconds, words) => expect(shownDuration(seconds)).toBe(words));

  test.each([
    ['2026-03-02T12:00:30Z', 'in less than a minute'],
    ['2026-03-02T11:59:30Z', 'just now'],
    ['2026-03-02T12:05:00Z', 'in 5 min'],
    ['2026-03-02T09:00:00Z', '3 h ago'],
    ['2026-03-07T12:00:00Z', 'in 5 days'],
  ])('%s is %s', (at, words) => expect(shownDistance(at, NOW)).toBe(words));
});
