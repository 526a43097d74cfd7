import { expect, test } from '@jest/globals';
import { columnSamples } from '#functions/dashboard/site/import/page/column-samples.ts';

const rowsOf = (...texts: string[]) => texts.map((text) => ({ cells: ['x', text] }));

test('a column is shown by the first few values that differ, blank cells left out', () => {
  expect(columnSamples(rowsOf(' ', 'a', 'a', ' b ', '', 'c', 'd'), 1)).toEqual(['a', 'b', 'c']);
  expect(columnSamples(rowsOf('', ' '), 1)).toEqual([]);
  expect(columnSamples(rowsOf('a'), 2)).toEqual([]);
});

test('a long value is cut, and stays well-formed where a character is cut with it', () => {
  const [sample] = columnSamples(rowsOf(`${'x'.repeat(59)}🙂${'y'.repeat(10_000)}`), 1);
  expect(sample).toBe(`${'x'.repeat(59)}\ufffd…`);
});
