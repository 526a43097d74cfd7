import Papa from 'papaparse';
import { restored } from '#functions/dashboard/site/csv/formula-safe.ts';
import { type Delimiter, delimiterOf } from './delimiter.ts';

/** One row of a file. */
export interface CsvRecord {
  /** Its number as a spreadsheet shows it: blank rows count, and line breaks within cells do not. */
  row: number;
  cells: string[];
  /** A quote mark is wrong, and other lines may have been read as part of this row. */
  isBroken: boolean;
}

/** A longer row is the rest of a file behind a quote mark that is never closed. */
const RECORD_MAX_CHARS = 1024 * 1024;
const BYTE_ORDER_MARK = '\uFEFF';
const CARRIAGE_RETURN = '\r';

/** The quote mark that opens a cell of this row is not closed in the whole file. */
export class UnclosedQuote extends Error {
  readonly row: number;
  constructor(row: number) {
    super(
      `A quote mark in row ${row} is never closed, so the rest of the file cannot be told apart. Correct that row.`,
    );
    this.name = 'UnclosedQuote';
    this.row = row;
  }
}

/** Every line break outside quoted cells becomes a line feed; quoted cells keep theirs. */
const withLineFeeds = (text: string, delimiter: Delimiter): string => {
  if (!text.includes(CARRIAGE_RETURN)) return text;
  const quotedOrBreak = new RegExp(`(?<=^|[${delimiter}\\r\\n])"[^"]*(?:""[^"]*)*(?:"|$)|\\r\\n?`, 'g');
  return text.replace(quotedOrBreak, (found) => (found.startsWith('"') ? found : '\n'));
};

type Parsed = Pick<CsvRecord, 'cells' | 'isBroken'> & { endsAt: number; isUnclosed: boolean };

/**
 * The rows of a text, with the place where each ends; the last one may be cut off. Papa Parse drops a byte order mark
 * at the start and counts without it; given one, it leaves those that files which were put together have inside.
 */
const parse = (text: string, delimiter: Delimiter): Parsed[] => {
  const rows: Parsed[] = [];
  Papa.parse<string[]>(BYTE_ORDER_MARK + text, {
    delimiter,
    newline: '\n',
    step: ({ data, errors, meta }) => {
      const isBroken = errors.length > 0 && data.some((cell) => cell.trimEnd().includes('\n'));
      const isUnclosed = isBroken && errors.some(({ code }) => code === 'MissingQuotes');
      rows.push({ cells: data, isBroken, isUnclosed, endsAt: meta.cursor });
    },
  });
  return rows;
};

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** Reads a text that comes in pieces into rows. */
export const recordReader = () => {
  let rest = '';
  let rowsRead = 0;
  let delimiter: Delimiter | undefined;

  const begin = (): Delimiter => {
    const found = delimiterOf(rest);
    rest = rest.slice(found.startsAt);
    return found.delimiter;
  };

  const take = (rows: Parsed[]): CsvRecord[] =>
    rows.flatMap(({ cells, isBroken, isUnclosed }) => {
      rowsRead += 1;
      if (isUnclosed) throw new UnclosedQuote(rowsRead);
      return isBlank(cells) ? [] : [{ row: rowsRead, cells: cells.map(restored), isBroken }];
    });

  return {
    delimiter: (): Delimiter => delimiter ?? ',',
    /** The complete rows up to here, without blank ones. @throws UnclosedQuote */
    read(piece: string): CsvRecord[] {
      rest += piece;
      delimiter ??= begin();
      const isCut = rest.endsWith(CARRIAGE_RETURN);
      const text = withLineFeeds(isCut ? rest.slice(0, -1) : rest, delimiter);
      const rows = parse(text, delimiter).slice(0, -1);
      rest = text.slice(rows.at(-1)?.endsAt ?? 0) + (isCut ? CARRIAGE_RETURN : '');
      const records = take(rows);
      if (rest.length > RECORD_MAX_CHARS) throw new UnclosedQuote(rowsRead + 1);
      return records;
    },
    /** The last row. @throws UnclosedQuote */
    end(): CsvRecord[] {
      delimiter ??= begin();
      return take(parse(withLineFeeds(rest, delimiter), delimiter));
    },
  };
};
