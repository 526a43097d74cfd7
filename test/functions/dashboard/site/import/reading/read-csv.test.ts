import { describe, expect, test } from '@jest/globals';
import { type CsvFile, readCsv, readList } from '#functions/dashboard/site/import/reading/read-csv.ts';
import type { ReadOptions } from '#functions/dashboard/site/import/reading/read-file.ts';

const fileOf = (content: string | Uint8Array<ArrayBuffer>): File => new File([content], 'contacts.csv');

const read = async (content: string | Uint8Array<ArrayBuffer>, options?: ReadOptions): Promise<CsvFile> => {
  const result = await readCsv(fileOf(content), options);
  if (!result.ok) throw new Error(result.problem);
  return result.file;
};

const cellsOf = ({ rows }: CsvFile): string[][] => rows.map(({ cells }) => cells);

describe('a file is read', () => {
  test.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
    ['bars', '|'],
  ])('with %s between its cells', async (_, delimiter) => {
    const file = await read([`Name${delimiter}Phone`, `Ada${delimiter}+14155550100`].join('\n'));
    expect([file.headers, cellsOf(file), file.delimiter]).toEqual([
      ['Name', 'Phone'],
      [['Ada', '+14155550100']],
      delimiter,
    ]);
  });

  test('by the delimiter of its header, whatever its notes are full of', async () => {
    const file = await read('Name;Notes\nAda;a, b, c, d\nBob;e, f, g, h\n');
    expect(cellsOf(file)).toEqual([
      ['Ada', 'a, b, c, d'],
      ['Bob', 'e, f, g, h'],
    ]);
  });

  test('by the delimiter that its first line names to Excel', async () => {
    const file = await read('sep=;\r\nName;Phone\r\nAda;1\r\n');
    expect([file.headers, file.rows]).toEqual([['Name', 'Phone'], [{ row: 2, cells: ['Ada', '1'], problem: null }]]);
  });

  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('with %s at the ends of its lines, and the line breaks inside cells stay', async (_, end) => {
    const file = await read(['Name,Notes', 'Ada,"one\r\ntwo\nthree"', '"Bob","x"', ''].join(end));
    expect(cellsOf(file)).toEqual([
      ['Ada', 'one\r\ntwo\nthree'],
      ['Bob', 'x'],
    ]);
  });

  test('with line ends that differ from row to row, as of files that were put together', async () => {
    const file = await read('Name,Notes\r\nAda,"a ""b"", c"\nBob,\rEve,"x"\r\n');
    expect(cellsOf(file)).toEqual([
      ['Ada', 'a "b", c'],
      ['Bob', ''],
      ['Eve', 'x'],
    ]);
  });

  test.each<[string, Uint8Array<ArrayBuffer>]>([
    ['UTF-8', new TextEncoder().encode('Name,City\nZoë,Köln 🙂\n')],
    ['UTF-8 with a byte order mark', new TextEncoder().encode('\uFEFFName,City\nZoë,Köln 🙂\n')],
    [
      'UTF-16 as Excel writes it',
      new Uint8Array(new Uint16Array([0xfeff, ...utf16('Name,City\nZoë,Köln 🙂\n')]).buffer),
    ],
  ])('in %s', async (_, bytes) => {
    const file = await read(bytes);
    expect([file.headers, cellsOf(file)]).toEqual([['Name', 'City'], [['Zoë', 'Köln 🙂']]]);
  });

  test('in UTF-16 with the other order of bytes', async () => {
    const bytes = new Uint8Array([0xfe, 0xff, ...utf16('Name\nZoë\n').flatMap((unit) => [unit >> 8, unit & 0xff])]);
    expect([cellsOf(await read(bytes)), (await read(bytes)).encoding]).toEqual([[['Zoë']], 'utf-16be']);
  });

  test('in the encoding that Excel calls CSV, where it is no UTF-8', async () => {
    const bytes = new Uint8Array(
      [...'Name,Price\nJos'].map((letter) => letter.charCodeAt(0)).concat([0xe9, 0x2c, 0x80]),
    );
    const file = await read(bytes);
    expect([cellsOf(file), file.encoding]).toEqual([[['José', '€']], 'windows-1252']);
  });

  test('with characters that lie across the pieces in which it is decoded', async () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `ä🙂${at}`);
    expect(cellsOf(await read(`Name\n${names.join('\n')}`)).flat()).toEqual(names);
  });

  test('with rows, quotes and line ends that lie across its pieces', async () => {
    const rows = Array.from({ length: 9_000 }, (_, at) => [`a${'x'.repeat(at % 17)}`, `say "${at}",\r\nor not`]);
    const text = rows.map(([one, two = '']) => `${one},"${two.replaceAll('"', '""')}"\r\n`).join('');
    expect(cellsOf(await read(`One,Two\r\n${text}`))).toEqual(rows);
  });

  test('as a text too', async () => {
    const result = await readCsv('Name,Phone\nAda,+14155550100');
    expect(result.ok && result.file.rows).toEqual([{ row: 2, cells: ['Ada', '+14155550100'], problem: null }]);
  });
});

/** The UTF-16 units of a text. */
function utf16(text: string): number[] {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}

describe('a row', () => {
  test('has the number that a spreadsheet shows: blank rows count, line breaks in cells do not', async () => {
    const file = await read('\nName,Notes\n\nAda,"two\nlines"\n,,\n  \nBob,x\n\n');
    expect(file.rows.map(({ row, cells }) => [row, cells[0]])).toEqual([
      [4, 'Ada'],
      [7, 'Bob'],
    ]);
  });

  test('with fewer cells than columns has empty ones', async () => {
    const { rows } = await read('Name,Phone,Email\nAda\n');
    expect(rows).toEqual([{ row: 2, cells: ['Ada', '', ''], problem: null }]);
  });

  test('with more cells than columns fails in words, unless these are empty', async () => {
    const { rows } = await read('Name,Phone\nLovelace, Ada,+14155550100\nBob,1,,\n');
    expect(rows.map(({ problem }) => problem)).toEqual([
      'The row has more cells than the header has columns (2). Too many: "+14155550100". ' +
        'A text that holds the delimiter needs quote marks around it.',
      null,
    ]);
  });

  test('into which a wrong quote mark draws other lines fails in words, and the rows after it are read', async () => {
    const { rows } = await read('Name,Notes\n"Ada" x,1\nBob,2\n"Eve",3\nMia,4\n');
    expect(rows.at(0)?.problem).toMatch(/quote mark/);
    expect(rows.at(-1)?.cells).toEqual(['Mia', '4']);
  });

  test('keeps hostile and long texts to the letter', async () => {
    const texts = [
      '<img src=x onerror=alert(1)>',
      'a\u0000b',
      'مرحبا',
      '👩‍👩‍👧',
      'x'.repeat(10_000),
      '5" pipe',
      "O'Neill",
    ];
    const file = await read(`Name,Nr\n${texts.map((text, at) => `${text},${at}`).join('\n')}`);
    expect(cellsOf(file).map(([text]) => text)).toEqual(texts);
  });
});

describe('columns', () => {
  test('that have one name, or none, get names of their own, and the person is told', async () => {
    const file = await read('Email,email,,Phone,\na,b,c,d,\n');
    expect(file.headers).toEqual(['Email', 'email (2)', 'Column C', 'Phone']);
    expect(file.notes).toEqual([
      '"email" names more than one column; the one in B is called "email (2)" here.',
      'Column C has no name; here it is called "Column C".',
    ]);
  });

  test('named like a part of every object are columns like others', async () => {
    const file = await read('__proto__,constructor,toString\na,b,c\n');
    expect([file.headers, cellsOf(file)]).toEqual([['__proto__', 'constructor', 'toString'], [['a', 'b', 'c']]]);
  });

  test('behind the last name that hold something are kept', async () => {
    expect((await read('Name,,\nAda,,x\n')).headers).toEqual(['Name', 'Column B', 'Column C']);
  });
});

test('a file is known again by its content', async () => {
  const [one, same, other] = [await read('Name\nAda\n'), await read('Name\nAda\n'), await read('Name\nBob\n')];
  expect(one.fingerprint).toEqual({ name: 'contacts.csv', size: 9, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(same.fingerprint).toEqual(one.fingerprint);
  expect(other.fingerprint.hash).not.toBe(one.fingerprint.hash);
});

test('the page gets its turn while a large file is read, and is told how far it is', async () => {
  let [clockMs, turns] = [0, 0];
  const shares: number[] = [];
  const slices = {
    nowMs: () => (clockMs += 3),
    pause: async () => {
      turns += 1;
    },
  };
  await read(`Name,Phone\n${'Ada,+14155550100\n'.repeat(20_000)}`, {
    slices,
    onProgress: (share) => shares.push(share),
  });
  expect(turns).toBeGreaterThan(1_000);
  expect(shares.at(-1)).toBe(1);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
});

describe('a list of numbers', () => {
  test.each([
    ['without a header', '+14155550100\n+14155550101\n', false, ['Column A'], [1, 2]],
    ['with a header', 'Phone,Note\n+14155550100,x\n', true, ['Phone', 'Note'], [2]],
    ['without a header, of several columns', 'Ada;(415) 555-0100\nBob;1\n', false, ['Column A', 'Column B'], [1, 2]],
    ['without a header, whose first number Excel has rounded', '1.41555E+10\n', false, ['Column A'], [1]],
  ])('is read %s', async (_, text, hasHeader, headers, rows) => {
    const result = await readList(text);
    if (!result.ok) throw new Error(result.problem);
    expect(result.file).toMatchObject({ hasHeader, headers });
    expect(result.file.rows.map(({ row }) => row)).toEqual(rows);
  });
});
