import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { csvParts } from '#functions/dashboard/site/csv/csv-parts.ts';
import { readExported } from '#functions/dashboard/site/csv/read-exported.ts';
import { BYTE_ORDER_MARK, type CsvColumn, csvHeader, csvRows, toCsv } from '#functions/dashboard/site/csv/write-csv.ts';
import { readCsv } from '#functions/dashboard/site/import/reading/read-csv.ts';

const column = (header: string, at: number): CsvColumn<unknown[]> => ({ header, value: (row) => row[at] });
const columns = ['Name', 'Phone'].map(column);

/** The lines after the header. */
const linesOf = (...rows: unknown[][]): string => csvRows(columns, rows);

test('a file is UTF-8 with a byte order mark, commas and CRLF', () => {
  expect(toCsv(columns, [['Ada', '+14155550100']])).toBe(`${BYTE_ORDER_MARK}Name,Phone\r\nAda,+14155550100\r\n`);
});

describe('a cell is quoted', () => {
  test.each([
    ['a comma', 'Lovelace, Ada', '"Lovelace, Ada"'],
    ['a quote mark', 'Ada "Countess"', '"Ada ""Countess"""'],
    ['a line break, which stays', 'one\ntwo\r\nthree', '"one\ntwo\r\nthree"'],
    ['a delimiter of other countries', 'a;b', '"a;b"'],
    ['white space around it', ' Ada ', '" Ada "'],
  ])('where it has %s', (_, text, cell) => {
    expect(linesOf([text, ''])).toBe(`${cell},\r\n`);
  });
});

describe('a value is written', () => {
  test.each<[string, unknown, string]>([
    ['as nothing where there is none', null, ''],
    ['as nothing where it is missing', undefined, ''],
    ['as ISO 8601 if it is a date', new Date(Date.UTC(2026, 2, 2, 15)), '2026-03-02T15:00:00.000Z'],
    ['as a word if it is true', true, 'true'],
    ['as a number, below zero too', -12.5, '-12.5'],
    ['with separators if it is a list', ['vip', 'new'], '"vip; new"'],
    ['as JSON if it is an object', { a: 1 }, '"{""a"":1}"'],
  ])('%s', (_, value, cell) => {
    expect(linesOf([value, 'x'])).toBe(`${cell},x\r\n`);
  });
});

const cellText = fc.oneof(
  fc.string({ unit: fc.constantFrom('=', '+', '-', '@', "'", ';', ',', '\t', '|', '\r', '\n', ' ', '"', '1', 'a') }),
  fc.string({ unit: 'grapheme' }),
);
const table = fc
  .integer({ min: 1, max: 4 })
  .chain((width) => fc.array(fc.array(cellText, { minLength: width, maxLength: width }), { minLength: 1 }));

test('what is exported can be read back to the letter', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const [header = [], ...others] = rows;
      expect(readExported(toCsv(header.map(column), others))).toEqual(rows);
    }),
  );
});

test('an import reads what was exported to the letter, whatever the cells hold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cellText, cellText), { minLength: 1 }), async (rows) => {
      const cells = rows.map((row, at) => [`row ${at}`, ...row]);
      const read = await readCsv(toCsv(['Nr', 'One', 'Two'].map(column), cells));
      expect(read.ok && read.file.rows.map((row) => row.cells)).toEqual(cells);
    }),
  );
});

test('pages that follow a header are the same file', async () => {
  const rows = Array.from({ length: 250 }, (_, at) => [`Ada ${at}`, at]);
  const whole = toCsv(columns, rows);
  expect(csvHeader(columns) + csvRows(columns, rows.slice(0, 200)) + csvRows(columns, rows.slice(200))).toBe(whole);
  expect((await csvParts(columns, rows)).join('')).toBe(whole);
});
