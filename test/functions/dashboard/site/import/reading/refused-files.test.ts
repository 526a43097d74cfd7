import { describe, expect, test } from '@jest/globals';
import { readCsv } from '#functions/dashboard/site/import/reading/read-csv.ts';
import { FILE_MAX_BYTES } from '#functions/dashboard/site/import/reading/read-file.ts';

const problemOf = async (content: string | Uint8Array<ArrayBuffer>): Promise<string> => {
  const result = await readCsv(new File([content], 'contacts.csv'));
  return result.ok ? 'none' : result.problem;
};

describe('a file is refused in words', () => {
  test.each<[string, string | Uint8Array<ArrayBuffer>, RegExp]>([
    ['that is empty', '', /^The file is empty\.$/],
    ['that has blank rows only', '\n\n,,\n', /^The file has no rows\.$/],
    ['that has no rows below its header', 'Name,Phone\n', /has no rows below/],
    [
      'that has no header but numbers',
      '+14155550100\n+14155550101\n',
      /^The first row must name the columns, but it holds "\+14155550100"/,
    ],
    ['that has no header but addresses', 'Ada,ada@acme.example\n', /^The first row must name the columns/],
    ['that is a workbook', 'PK\u0003\u0004xl/workbook', /Excel or OpenDocument workbook/],
    ['that is an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /old Excel workbook/],
    ['that is a PDF', '%PDF-1.7', /PDF/],
    ['that is no text', new Uint8Array(1_000), /no text/],
    [
      'in which a quote mark is never closed',
      `Name,Notes\nAda,1\nBob,"${'x\n'.repeat(9)}`,
      /^A quote mark in row 3 is never closed/,
    ],
  ])('%s', async (_, content, words) => {
    expect(await problemOf(content)).toMatch(words);
  });

  test('that is too large, without reading it', async () => {
    const source = {
      name: 'large.csv',
      size: FILE_MAX_BYTES + 1,
      arrayBuffer: () => Promise.reject(new Error('It was read.')),
    };
    expect(await readCsv(source)).toEqual({
      ok: false,
      problem: 'The file has 51 MB; at most 50 MB can be read. Split it into several files.',
    });
  });

  test('that cannot be read', async () => {
    const source = { name: 'gone.csv', size: 1, arrayBuffer: () => Promise.reject(new Error('NotReadableError')) };
    expect(await readCsv(source)).toEqual({ ok: false, problem: expect.stringMatching(/choose it again/) });
  });

  test('in which a quote mark swallows megabytes, before all of them are read as one cell', async () => {
    const rows = `${'Ada,1\n'.repeat(10)}Bob,"${'x,y\n'.repeat(600_000)}`;
    expect(await problemOf(`Name,Notes\n${rows}`)).toMatch(/^A quote mark in row 12 is never closed/);
  });
});
