import { expect, test } from '@jest/globals';
import { countersFor, DAY_COUNTERS, portionsOf } from '#shared/domain/account/day-portions.ts';

const COUNTERS = Array.from({ length: DAY_COUNTERS }, (_, counter) => counter);
const NONE = COUNTERS.map(() => 0);
const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0);

const count = (counted: number[], counters: number[]): number[] =>
  counted.map((calls, counter) => calls + counters.filter((each) => each === counter).length);

test.each([0, 1, 7, 8, 10, 100, 20_000])('the portions of a bound of %i are the bound together', (bound) => {
  expect(sum(portionsOf(bound, NONE))).toBe(bound);
});

test.each([3, 10, 61])(
  'one dial after the other finds room until the bound of %i is met, from any counter',
  (bound) => {
    for (const first of COUNTERS) {
      let counted = NONE;
      for (let dials = 0; dials < bound; dials++) {
        const counters = countersFor(1, portionsOf(bound, counted), counted, first);
        expect(counters).toHaveLength(1);
        counted = count(counted, counters);
      }
      expect(sum(counted)).toBe(bound);
      expect(countersFor(1, portionsOf(bound, counted), counted, first)).toEqual([]);
    }
  },
);

test.each([
  [[4, 0, 0, 0, 0, 0, 0, 1], 8],
  [[4, 0, 0, 0, 0, 0, 0, 1], 5],
  [[13, 2, 0, 0, 0, 0, 0, 0], 20],
  [[13, 2, 0, 0, 0, 0, 0, 0], 12],
  [[3, 3, 3, 3, 0, 0, 0, 0], 12],
  [[1, 1, 1, 1, 1, 1, 1, 1], 0],
])(
  'after %j under a wider bound, %i are met exactly, also by planners who know nothing of each other',
  (counted, bound) => {
    const portions = portionsOf(bound, counted);
    const left = Math.max(0, bound - sum(counted));
    expect(sum(portions)).toBe(Math.max(bound, sum(counted)));
    for (const first of COUNTERS) expect(countersFor(20, portions, counted, first)).toHaveLength(left);
    const [one, other] = [countersFor(20, portions, counted, 0), countersFor(20, portions, counted, 5)];
    const most = counted.map((_, counter) =>
      Math.max(count(counted, one)[counter] as number, count(counted, other)[counter] as number),
    );
    expect(sum(most)).toBe(sum(counted) + left);
  },
);

test('no more counters are named than dials are wanted', () => {
  expect(countersFor(2, portionsOf(80, NONE), NONE, 3)).toEqual([3, 3]);
});
