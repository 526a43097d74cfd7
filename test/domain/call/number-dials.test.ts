import { describe, expect, test } from '@jest/globals';
import { type NumberDial, numberFreeAt, withDial, withoutDial } from '#shared/domain/call/number-dials.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time.ts';

const NOW = new Date('2026-05-04T10:00:00.000Z');
const dialedHoursAgo = (hours: number): NumberDial => ({
  call_id: `call_${hours}`,
  generation: 1,
  at: new Date(NOW.getTime() - hours * HOUR_MS).toISOString(),
});
const DIALS = [30, 20, 10, 5].map(dialedHoursAgo);
const inHours = (hours: number): Date => new Date(NOW.getTime() + hours * HOUR_MS);

test.each([
  [4, null],
  [3, inHours(4)],
  [2, inHours(14)],
  [1, inHours(19)],
  [null, null],
])('of four dials, the oldest 30 hours ago, with a bound of %j the number is free at %s', (bound, at) => {
  expect(numberFreeAt(DIALS, bound, NOW)).toEqual(at);
});

test('a number is free at the instant when the oldest dial is 24 hours old', () => {
  const dials = [dialedHoursAgo(1)];
  const free = numberFreeAt(dials, 1, NOW) as Date;
  expect(numberFreeAt(dials, 1, new Date(free.getTime() - 1))).toEqual(free);
  expect(numberFreeAt(dials, 1, free)).toBeNull();
});

describe('the dials that are kept', () => {
  const dial = { call_id: 'call_new', generation: 2, at: NOW.toISOString() };

  test('are those of the last 24 hours, each claim once, and as many as the widest bound', () => {
    const once = withDial(DIALS, dial, NOW);
    expect(once.map(({ call_id }) => call_id)).toEqual(['call_20', 'call_10', 'call_5', 'call_new']);
    expect(withDial(once, dial, NOW)).toEqual(once);
    const many = Array.from({ length: 120 }, (_, at) => ({ ...dial, generation: at }));
    expect(withDial(many, dial, NOW)).toHaveLength(100);
  });

  test('do not have one that was given back, even twice', () => {
    const kept = withoutDial(withDial(DIALS, dial, NOW), dial);
    expect(kept).toEqual(withDial(DIALS, dial, NOW).slice(0, -1));
    expect(withoutDial(kept, dial)).toEqual(kept);
    expect(withoutDial(withDial(DIALS, dial, NOW), { ...dial, generation: 1 })).toHaveLength(4);
  });

  test('are in the order of their times, though one is told of late', () => {
    const late = { ...dial, at: new Date(NOW.getTime() - DAY_MS / 3).toISOString() };
    expect(withDial(DIALS, late, NOW).map(({ call_id }) => call_id)).toEqual([
      'call_20',
      'call_10',
      'call_new',
      'call_5',
    ]);
  });
});
