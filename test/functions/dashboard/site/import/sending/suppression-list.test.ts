import { describe, expect, test } from '@jest/globals';
import { type CsvFile, readList } from '#functions/dashboard/site/import/reading/read-csv.ts';
import { countsOf, failedRows } from '#functions/dashboard/site/import/sending/import-run.ts';
import {
  listColumns,
  planSuppressions,
  runSuppressions,
  suppressionRun,
} from '#functions/dashboard/site/import/sending/suppression-list.ts';
import { BulkSuppressionsBody, SuppressionRow } from '#shared/schemas/suppression.ts';

const fileOf = async (csv: string): Promise<CsvFile> => {
  const read = await readList(csv);
  if (!read.ok) throw new Error(read.problem);
  return read.file;
};

const planOf = async (csv: string) => {
  const file = await fileOf(csv);
  return planSuppressions(file, listColumns(file), { country: { code: 'US', name: 'United States' } });
};

describe('a list of numbers', () => {
  test.each([
    ['without a header', '+14155550100\n+14155550101'],
    ['with a header', 'Number\n+14155550100\n+14155550101'],
    ['under a name that says nothing', 'Blocked\n+14155550100\n+14155550101'],
    ['beside other columns', 'Ada;+14155550100\nBob;(415) 555-0101'],
    ['in a column by its name', 'Note,Customer id,Phone\n,9900001234,+14155550100\n,9900001235,+14155550101'],
  ])('is read %s', async (_, csv) => {
    expect((await planOf(csv)).ready).toMatchObject([{ phone: '+14155550100' }, { phone: '+14155550101' }]);
  });

  test('has notes, if it names them', async () => {
    expect((await planOf('Phone,Note\n+14155550100,"Asked, by letter"\n+14155550101,\n')).ready).toEqual([
      { row: 2, phone: '+14155550100', note: 'Asked, by letter' },
      { row: 3, phone: '+14155550101' },
    ]);
  });

  test('has rows that fail in words, and numbers that stand there twice', async () => {
    const plan = await planOf('Phone,Note\n,x\n1.4E+10,\n+14155550100,\n415-555-0100,\n+14155550101,,x\n');
    expect(plan.failed.map(({ row, reason }) => [row, reason.slice(0, 26)])).toEqual([
      [2, 'The row has no phone numbe'],
      [3, 'Excel has rounded this num'],
      [6, 'The row has more cells tha'],
    ]);
    expect(plan.duplicates).toEqual([{ row: 5, reason: 'Row 4 has this number already.' }]);
    expect(plan.total).toBe(5);
  });
});

test('its numbers are sent 1,000 at a time, and the counts add up to its rows', async () => {
  const numbers = Array.from({ length: 2_500 }, (_, at) => `+1415556${String(at).padStart(5, '0')}`);
  const plan = await planOf(`Phone\n${numbers.join('\n')}\nwrong\n${numbers[0]}\n`);
  const sizes: number[] = [];
  const send = async ({ body }: { body: string }) => {
    const rows = BulkSuppressionsBody.parse(JSON.parse(body)).numbers;
    sizes.push(rows.length);
    expect(rows.every((row) => SuppressionRow.safeParse(row).success)).toBe(true);
    const results = rows.map((_, index) => ({ index, success: index > 0, error: index > 0 ? null : 'try again' }));
    const answer = { success: true, added: rows.length - 11, present: 10, failed: 1, results };
    return { status: 200, retryAfterSeconds: null, body: answer };
  };
  const run = await runSuppressions(await suppressionRun(plan, { teamId: 'team_1', runId: 'run_1' }), {
    send,
    sleep: async () => undefined,
    nowMs: () => 0,
  });
  expect([run.status, sizes]).toEqual(['done', [1_000, 1_000, 500]]);
  expect(countsOf(run)).toEqual({ total: 2_502, created: 2_467, duplicates: 31, failed: 4, open: 0 });
  expect(failedRows(run).map(({ row }) => row)).toEqual([2, 1_002, 2_002, 2_502]);
});
