import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { neutralised, restored } from '#functions/dashboard/site/csv/formula-safe.ts';

/** Texts from what is dangerous to spreadsheets, and from anything else. */
const hostileText = fc.oneof(
  fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', '＝', '＠', "'", ';', '\t', '|', '\r', '\n', ' ', '"', '1', 'a'),
  }),
  fc.string({ unit: 'binary' }),
);

/** Where a program may see a cell begin, by whichever delimiter it splits. */
const BLANKS = ' \u0000\u00a0\u200b-\u200f\u202a-\u202e\u2060\ufeff';
const FORMULA_AT_START = new RegExp(`(?:^|[;\\t|\\r\\n])[${BLANKS}]*[=+\\-@＝＋－＠]`);
const HARMLESS_NUMBER = /(^|[;\t|\r\n])(?:\+\d+|-\d+(?:[.,]\d+)?)(?=[;\t|\r\n]|$)/g;

describe('a cell that a spreadsheet would execute', () => {
  test.each([
    ['=HYPERLINK("https://evil.example","Click")'],
    ["+cmd|' /C calc'!A0"],
    ['-2+3+cmd'],
    ['@SUM(A1:A9)'],
    ['\t=1+1'],
    ['\r=1+1'],
    ['\n=1+1'],
    ['＝1+1'],
    ['＋1+1'],
    ['－1+1'],
    ['＠SUM(1)'],
    [' =1+1'],
    ['\u00a0=1+1'],
    ['\ufeff=1+1'],
    ['\u0000=1+1'],
    ['+1 415 555 0100'],
    ['+14155550100\n=1+1'],
    ["'=1+1"],
  ])('begins with an apostrophe: %j', (text) => {
    expect(neutralised(text).startsWith("'")).toBe(true);
    expect(restored(neutralised(text))).toBe(text);
  });

  test.each([
    ['a delimiter of another country', 'x;=1+1;y', "x;'=1+1;y"],
    ['a tab', 'x\t=1+1', "x\t'=1+1"],
    ['a line break', 'Hello\n=cmd', "Hello\n'=cmd"],
    ['a delimiter and a blank', 'x; =1+1', "x;' =1+1"],
  ])('has one after %s too', (_, text, safe) => {
    expect(neutralised(text)).toBe(safe);
    expect(restored(safe)).toBe(text);
  });
});

test.each([
  ['+14155550100'],
  ['-5'],
  ['-1.5'],
  ['-1,5'],
  ['Ada Lovelace'],
  ['<img src=x onerror=alert(1)>'],
  ["O'Neill"],
  ["'quoted'"],
  ['a=b'],
  ['1-2'],
  ['🙂 مرحبا'],
  [''],
])('%j stays as it is', (text) => {
  expect(neutralised(text)).toBe(text);
  expect(restored(text)).toBe(text);
});

test('an apostrophe that guards a number is taken off', () => {
  expect(restored("'+14155550100")).toBe('+14155550100');
});

test('whatever was made safe can be had back', () => {
  fc.assert(
    fc.property(hostileText, (text) => restored(neutralised(text)) === text),
    { numRuns: 2_000 },
  );
});

test('nothing that was made safe begins a formula, however it is split', () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(neutralised(text).replace(HARMLESS_NUMBER, '$1')).not.toMatch(FORMULA_AT_START);
    }),
    { numRuns: 2_000 },
  );
});
