import { expect, test } from '@jest/globals';
import { reasonsCsv, reasonsFileName } from '#functions/dashboard/site/import/page/failed-rows.ts';
import { suggestMapping } from '#functions/dashboard/site/import/planning/column-mapping.ts';
import { planImport } from '#functions/dashboard/site/import/planning/plan-import.ts';
import { type CsvFile, readCsv } from '#functions/dashboard/site/import/reading/read-csv.ts';

const fileOf = async (csv: string): Promise<CsvFile> => {
  const read = await readCsv(csv);
  if (!read.ok) throw new Error(read.problem);
  return read.file;
};

/** What an import of this file would do, and the file of the rows that fail. */
const tried = async (csv: string) => {
  const file = await fileOf(csv);
  const mapping = suggestMapping(file.headers);
  const plan = await planImport(file.rows, mapping, { country: null, hasCompany: true, missingNames: 'dash' });
  return { file, plan, failed: (await reasonsCsv(file, mapping, plan.failed)).join('') };
};

const HOSTILE =
  'Name,Phone,Notes\n"=HYPERLINK(""x"")",12345,"<img src=x onerror=alert(1)>"\nAda,+14155550100,ok\n"@x",1.4E+10,"a\n=b"\n';

test('the failed rows are the original ones with the reason, and nothing in them is executed', async () => {
  const { failed } = await tried(HOSTILE);
  expect(failed).toBe(
    '\uFEFFName,Phone,Notes,Reason\r\n' +
      `"'=HYPERLINK(""x"")",12345,<img src=x onerror=alert(1)>,"Phone: ""12345"" has no country code. Choose the country of such numbers, or write it as +1… or +49…."\r\n` +
      `'@x,1.4E+10,"a\n'=b","Phone: Excel has rounded this number to ""1.4E+10"". Format the column as text, and export it again from where it came."\r\n`,
  );
});

test('corrected, they can be imported as they are', async () => {
  const { failed } = await tried(HOSTILE);
  const { plan } = await tried(failed.replace('12345', '+14155550101').replace('1.4E+10', '+14155550102'));
  expect(plan.failed).toEqual([]);
  expect(plan.ready.map(({ contact }) => contact)).toEqual([
    { firstName: '=HYPERLINK("x")', lastName: '-', phone: '+14155550101', notes: '<img src=x onerror=alert(1)>' },
    { firstName: '@x', lastName: '-', phone: '+14155550102', notes: 'a\n=b' },
  ]);
});

test('not corrected, they fail again, and the file stays the same however often', async () => {
  const once = await tried(HOSTILE);
  const twice = await tried(once.failed);
  expect(twice.failed).toBe(once.failed);
});

test("a file's own column of that name stays", async () => {
  const { failed } = await tried('Reason,Phone\nlate,x\n');
  expect(failed).toMatch(/^\uFEFFReason,Phone,Reason \(import\)\r\nlate,x,/);
  const again = await tried(failed);
  expect(again.failed).toBe(failed);
});

test('a row with too many cells is told with the cells that were too many', async () => {
  const { failed } = await tried('Name,Phone\nLovelace,Ada,+14155550100\n');
  expect(failed).toMatch(/Lovelace,Ada,"The row has more cells .* Too many: ""\+14155550100""/);
});

test('the download is named after the file, and one of a download is named like it', () => {
  const failedName = (name: string): string => reasonsFileName(name, 'failed');
  expect(['contacts.csv', 'a.b.txt', 'contacts', 'failed.csv', 'contacts-failed-rows.csv'].map(failedName)).toEqual([
    'contacts-failed-rows.csv',
    'a.b-failed-rows.csv',
    'contacts-failed-rows.csv',
    'failed-failed-rows.csv',
    'contacts-failed-rows.csv',
  ]);
  expect(reasonsFileName('failed.csv', 'duplicate')).toBe('failed-duplicate-rows.csv');
});
