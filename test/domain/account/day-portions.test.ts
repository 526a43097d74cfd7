import { expect, test } from '@jest/globals';
import { countersFor, DAY_COUNTERS, portionOf } from '#shared/domain/account/day-portions.ts';

const COUNTERS = Array.from({ length: DAY_COUNTERS }, (_, counter) => counter);
const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);

test.each([0, 1, 7, 8, 10, 100, 20_000])('the portions of a bound of %i are the bound together', (bound) => {
  expect(sum(COUNTERS.map((counter) => portionOf(bound, counter)))).toBe(bound);
});

test.each([3, 10, 61])(
  'one dial after the other finds room until the bound of %i is met, from any counter',
  (bound) => {
    for (const first of COUNTERS) {
      const counted = COUNTERS.map(() => 0);
      for (let dials = 0; dials < bound; dials++) {
        const [counter] = countersFor(1, bound, counted, first) as [number];
        counted[counter] = (counted[counter] ?? 0) + 1;
      }
      expect(sum(counted)).toBe(bound);
      expect(countersFor(1, bound, counted, first)).toEqual([]);
    }
  },
);

test('as many dials as are left have counters, however unevenly those before were counted under another bound', () => {
  const counted = [4, 0, 0, 0, 0, 0, 0, 1];
  expect(countersFor(20, 8, counted, 3)).toHaveLength(3);
  expect(countersFor(20, 5, counted, 3)).toEqual([]);
  expect(countersFor(2, 80, counted, 3)).toEqual([3, 3]);
});
