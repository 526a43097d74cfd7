import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { orderedFrom, pickCallerId } from '#shared/domain/campaign/number-rotation.ts';

const numberIds = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 10 });

test('the numbers take turns', () => {
  expect([0, 1, 2, 3, 4].map((sequence) => pickCallerId(['a', 'b', 'c'], sequence))).toEqual(['a', 'b', 'c', 'a', 'b']);
});

test('any run of attempts uses every number equally often, give or take one', () => {
  const run = fc.record({ ids: numberIds, first: fc.nat(1_000_000), length: fc.nat(100) });
  fc.assert(
    fc.property(run, ({ ids, first, length }) => {
      const picked = Array.from({ length }, (_, step) => pickCallerId(ids, first + step));
      const uses = ids.map((id) => picked.filter((other) => other === id).length);
      expect(Math.max(...uses) - Math.min(...uses)).toBeLessThanOrEqual(1);
    }),
  );
});

test('the order begins with the picked number and leaves none out', () => {
  fc.assert(
    fc.property(numberIds, fc.integer(), (ids, sequence) => {
      const order = orderedFrom(ids, sequence);
      expect(order[0]).toBe(pickCallerId(ids, sequence));
      expect([...order].sort()).toEqual([...ids].sort());
    }),
  );
});

test('without a number there is nothing to pick, and that is said', () => {
  expect(orderedFrom([], 3)).toEqual([]);
  expect(() => pickCallerId([], 0)).toThrow('no phone number');
});
