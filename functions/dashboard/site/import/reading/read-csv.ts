import { letteredColumns, nameColumns } from './column-names.ts';
import type { CsvRecord } from './csv-records.ts';
import type { CsvSource } from './file-text.ts';
import { type FileRecords, type Reading, type ReadOptions, readFile } from './read-file.ts';
import { pageSlices, type Slices, sliced } from './time-slices.ts';

export interface CsvRow {
  /** Its number as a spreadsheet shows it; the header is row 1 where nothing stands before it. */
  row: number;
  /** As many as there are headers. */
  cells: string[];
  /** What is wrong with the row as a whole, in words. */
  problem: string | null;
}

export interface CsvFile extends Pick<FileRecords, 'fingerprint' | 'encoding' | 'delimiter'> {
  /** The columns by their names, each different from the others. */
  headers: string[];
  /** False where the columns are named by their letters because the file does not name them. */
  hasHeader: boolean;
  rows: CsvRow[];
  /** What the person should know about the file, in words. */
  notes: string[];
}

const CELLS_TOLD_MAX = 5;
const CELL_TOLD_CHARS = 40;

const BROKEN_QUOTES =
  'A quote mark in this row is not closed where it should be, and other lines may have been read as part of it.';

const quoted = (cell: string): string =>
  `"${cell.length > CELL_TOLD_CHARS ? `${cell.slice(0, CELL_TOLD_CHARS).toWellFormed()}…` : cell}"`;

const tooManyCells = (surplus: readonly string[], width: number): string => {
  const told = surplus.slice(0, CELLS_TOLD_MAX).map(quoted).join(', ');
  return `The row has more cells than the header has columns (${width}). Too many: ${told}. A text that holds the delimiter needs quote marks around it.`;
};

const rowProblem = ({ cells, isBroken }: CsvRecord, width: number): string | null => {
  if (isBroken) return BROKEN_QUOTES;
  const surplus = cells.slice(width).filter((cell) => cell.trim() !== '');
  return surplus.length > 0 ? tooManyCells(surplus, width) : null;
};

const withWidth = (cells: string[], width: number): string[] =>
  cells.length === width ? cells : Array.from({ length: width }, (_, at) => cells[at] ?? '');

const fitted = (record: CsvRecord, width: number): CsvRow => ({
  row: record.row,
  cells: withWidth(record.cells, width),
  problem: rowProblem(record, width),
});

const PHONE_LIKE = /^[='"]*\+?[\d\s().\-/]+["']*$/;
const ROUNDED_PHONE = /^\+?\d+[.,]?\d*e\+?\d+$/i;
const PHONE_DIGITS_MIN = 7;
const EMAIL_LIKE = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Longer cells are neither; patterns are tried on short texts only. */
const DATA_MAX_CHARS = 320;

/** Whether a cell looks like a phone number, however it is written. */
export const looksLikePhone = (cell: string): boolean => {
  const text = cell.trim();
  if (text.length > DATA_MAX_CHARS) return false;
  const isWritten = PHONE_LIKE.test(text) && text.replace(/\D/g, '').length >= PHONE_DIGITS_MIN;
  return isWritten || ROUNDED_PHONE.test(text);
};

const looksLikeEmail = (cell: string): boolean => cell.length <= DATA_MAX_CHARS && EMAIL_LIKE.test(cell.trim());

/** The cell by which the first row shows that it is no header. */
const dataInHeader = (header: readonly string[]): string | undefined =>
  header.find((cell) => looksLikePhone(cell) || looksLikeEmail(cell));

/** The rows in the width of the columns. */
const fitAll = async (records: readonly CsvRecord[], width: number, slices: Slices): Promise<CsvRow[]> => {
  const slice = sliced(slices);
  const rows: CsvRow[] = [];
  for (const record of records) {
    rows.push(fitted(record, width));
    if (slice.isOver()) await slice.next();
  }
  return rows;
};

const NO_ROWS = 'The file has no rows.';
const NO_DATA = 'The file names its columns, but has no rows below.';
const BROKEN_HEADER = 'A quote mark in the row that names the columns is not closed.';

const dataFirst = (cell: string): string =>
  `The first row must name the columns, but it holds ${quoted(cell)}. ` +
  'Put a row above it, such as: First name, Last name, Phone.';

/** Why the first row names no columns, or nothing follows it. */
const headerProblem = (records: readonly CsvRecord[]): string | null => {
  const [header, first] = records;
  if (!header) return NO_ROWS;
  const data = dataInHeader(header.cells);
  if (data !== undefined) return dataFirst(data);
  if (header.isBroken) return BROKEN_HEADER;
  return first ? null : NO_DATA;
};

const fileOf = async (
  { fingerprint, encoding, delimiter, records, usedColumns }: FileRecords,
  hasHeader: boolean,
  { slices = pageSlices }: ReadOptions,
): Promise<CsvFile> => {
  const [header, ...below] = records;
  const named =
    hasHeader && header ? nameColumns(header.cells, usedColumns) : letteredColumns(header?.cells ?? [], usedColumns);
  const rows = await fitAll(hasHeader ? below : records, named.headers.length, slices);
  return { fingerprint, encoding, delimiter, hasHeader, ...named, rows };
};

const withHeader = async (read: FileRecords, options: ReadOptions): Promise<Reading<CsvFile>> => {
  const problem = headerProblem(read.records);
  return problem === null ? { ok: true, file: await fileOf(read, true, options) } : { ok: false, problem };
};

/** Reads a CSV file whose first row names the columns. It never blocks the page for long. */
export const readCsv = async (source: CsvSource | string, options: ReadOptions = {}): Promise<Reading<CsvFile>> => {
  const read = await readFile(source, options);
  return read.ok ? withHeader(read.file, options) : read;
};

/** Reads a CSV file that may lack a row of names: a plain list of numbers is one. */
export const readList = async (source: CsvSource | string, options: ReadOptions = {}): Promise<Reading<CsvFile>> => {
  const read = await readFile(source, options);
  if (!read.ok) return read;
  const [first] = read.file.records;
  if (!first?.cells.some(looksLikePhone)) return withHeader(read.file, options);
  return { ok: true, file: await fileOf(read.file, false, options) };
};
