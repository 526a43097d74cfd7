import Papa from 'papaparse';

export type Delimiter = ',' | ';' | '\t' | '|';
const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];
const ROWS_COMPARED = 20;

/** A first line by which Excel is told the delimiter; spreadsheets do not show it. */
const SEPARATOR_LINE = /^sep=([,;\t|])(?:\r\n?|\n|$)/i;

const LINE_BREAK = /\r\n?/g;

/** How well a delimiter fits: cells of the header, and how far other rows are from it. */
const fitOf = (sample: string, delimiter: Delimiter): { cells: number; deviation: number } => {
  const { data } = Papa.parse<string[]>(sample, {
    delimiter,
    newline: '\n',
    skipEmptyLines: true,
    preview: ROWS_COMPARED,
  });
  const [header = [], ...rows] = data;
  const deviation = rows.reduce((sum, row) => sum + Math.abs(row.length - header.length), 0);
  return { cells: header.length, deviation };
};

/** The delimiter by which the header has most cells; of several, the one that suits the following rows best. */
const guessed = (text: string): Delimiter => {
  const sample = text.replace(LINE_BREAK, '\n');
  const fits = DELIMITERS.map((delimiter) => ({ delimiter, ...fitOf(sample, delimiter) }));
  const [best] = fits.sort((one, other) => other.cells - one.cells || one.deviation - other.deviation);
  return best?.delimiter ?? ',';
};

/** The delimiter of a file that begins with this text, and where its first row begins. */
export const delimiterOf = (text: string): { delimiter: Delimiter; startsAt: number } => {
  const line = SEPARATOR_LINE.exec(text);
  if (line) return { delimiter: line[1] as Delimiter, startsAt: line[0].length };
  return { delimiter: guessed(text), startsAt: 0 };
};
