import { describe, expect, test } from '@jest/globals';
import { firstOfEach, portionInTurn } from '#shared/domain/fair-portions.ts';

describe('the first of each owner', () => {
  test('keeps the order, and leaves what is too much for one', () => {
    const ownerOf = (item: string): string => item.slice(0, 1);
    expect(firstOfEach(['a1', 'a2', 'b1', 'a3', 'c1', 'b2'], ownerOf, 2)).toEqual(['a1', 'a2', 'b1', 'c1', 'b2']);
    expect(firstOfEach([], ownerOf, 2)).toEqual([]);
  });
});

describe('a portion in turn', () => {
  const items = Array.from({ length: 10 }, (_, at) => at);

  test('is everything where that fits', () => {
    expect(portionInTurn(items, 10, 7)).toEqual(items);
  });

  test.each([1, 3, 4, 9])('of %i leaves nobody out for long', (size) => {
    for (const first of [0, 1, 29_733_105]) {
      const turns = Array.from({ length: Math.ceil(items.length / size) }, (_, turn) =>
        portionInTurn(items, size, first + turn),
      );
      for (const portion of turns) expect(new Set(portion).size).toBe(size);
      expect(new Set(turns.flat()).size).toBe(items.length);
    }
  });
});
