import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type CsvRecord, recordReader } from '#functions/dashboard/site/import/reading/csv-records.ts';

const COMMAS = 'sep=,\r\n';

/** The rows of a text that comes in pieces, or the words with which it is refused. */
const readIn = (pieces: string[]): CsvRecord[] | string => {
  const reader = recordReader();
  try {
    const records = [COMMAS, ...pieces].flatMap((piece) => reader.read(piece));
    return [...records, ...reader.end()];
  } catch (error) {
    return (error as Error).message;
  }
};

const csv = fc.string({ unit: fc.constantFrom('"', '"', ',', '\r', '\n', '\r\n', 'a', ' ', '\uFEFF'), maxLength: 60 });

const cutAt = (text: string, places: number[]): string[] => {
  const cuts = [0, ...places.map((place) => place % (text.length + 1)).sort((one, other) => one - other), text.length];
  return cuts.slice(1).map((cut, at) => text.slice(cuts[at], cut));
};

test('rows do not depend on the pieces in which a text comes', () => {
  fc.assert(
    fc.property(csv, fc.array(fc.nat(60), { maxLength: 8 }), (text, places) => {
      expect(readIn(cutAt(text, places))).toEqual(readIn([text]));
    }),
    { numRuns: 3_000 },
  );
});

test('rows have growing numbers, and none is blank', () => {
  fc.assert(
    fc.property(csv, (text) => {
      const records = readIn([text]);
      if (typeof records === 'string') return;
      const numbers = records.map(({ row }) => row);
      expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
      for (const { cells } of records) expect(cells.join('').trim()).not.toBe('');
    }),
  );
});

describe('a wrong quote mark', () => {
  test.each<[string, string, string[][]]>([
    [
      'within a cell belongs to its text',
      'a,5" pipe\nb,c\n',
      [
        ['a', '5" pipe'],
        ['b', 'c'],
      ],
    ],
    [
      'in the last cell hurts nobody',
      'a,b\nc,"d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
  ])('%s', (_, text, cells) => {
    const records = readIn([text]);
    expect(typeof records === 'string' ? records : records.map((record) => record.cells)).toEqual(cells);
  });

  test('that draws other lines into its row is told of', () => {
    expect(readIn(['a,"b" c\nd,"e"\nf,g\n'])).toEqual([
      { row: 1, cells: ['a', 'b" c\nd,"e'], isBroken: true },
      { row: 2, cells: ['f', 'g'], isBroken: false },
    ]);
  });

  test('that draws all the rest into its row is refused in words', () => {
    expect(readIn(['a,b\nc,"d" e\nf,g\n'])).toMatch(/^A quote mark in row 2 is never closed/);
  });
});
