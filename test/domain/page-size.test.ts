import { expect, test } from '@jest/globals';
import { pageOf, ROWS_MAX_BYTES } from '#shared/domain/page-size.ts';

const LAMBDA_MAX_BYTES = 6 * 1024 * 1024;

const rowsOf = (count: number, text: string) => Array.from({ length: count }, (_, at) => ({ at, text }));

/** As Lambda gives an answer back. */
const carried = (rows: unknown): number => Buffer.byteLength(JSON.stringify({ body: JSON.stringify(rows) }));

test('a page that fits is whole, and its limit the one that was asked for', () => {
  const rows = rowsOf(200, 'x'.repeat(1_000));
  expect(pageOf(rows, 200)).toEqual({ rows, limit: 200 });
  expect(pageOf([], 50)).toEqual({ rows: [], limit: 50 });
});

test.each([
  ['plain text', 'x'],
  ['quotes', '"'],
  ['control characters', '\u0001'],
  ['letters of two bytes', 'é'],
  ['line breaks', '\n'],
])('a page of %s ends before Lambda would refuse it, and not long before', (_, character) => {
  const { rows, limit } = pageOf(rowsOf(200, character.repeat(60_000)), 200);
  expect(rows.length).toBe(limit);
  expect(limit).toBeLessThan(200);
  expect(carried(rows)).toBeLessThan(LAMBDA_MAX_BYTES);
  expect(carried(rows)).toBeGreaterThan(ROWS_MAX_BYTES * 0.8);
});

test('a row that is too large by itself is shown all the same', () => {
  const { rows, limit } = pageOf(rowsOf(3, 'x'.repeat(ROWS_MAX_BYTES)), 50);
  expect([rows.length, limit]).toEqual([1, 1]);
});
