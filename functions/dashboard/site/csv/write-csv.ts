import { neutralised } from './formula-safe.ts';

/** One column of an exported table. */
export interface CsvColumn<Row> {
  header: string;
  /** A text, number, true, false, Date, list of texts, or nothing; any other object is written as JSON. */
  value(row: Row): unknown;
}

/** By this Excel takes the file for UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
export const CSV_TYPE = 'text/csv;charset=utf-8';

const LINE_END = '\r\n';
const NEEDS_QUOTES = /[",;\t|\r\n]|^\s|\s$/;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const LIST_BREAK = /[,;|"\r\n]|^\s|\s$/;
const inQuotes = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A list such as tags in one cell; an entry that holds a separator is quoted within it. */
export const listCell = (texts: readonly string[]): string =>
  texts.map((text) => (LIST_BREAK.test(text) ? inQuotes(text) : text)).join('; ');

/** A value as the text of a cell, before it is made safe. */
export const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (isTexts(value)) return listCell(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const safeCell = (value: unknown): string => {
  const text = neutralised(cellText(value));
  return NEEDS_QUOTES.test(text) ? inQuotes(text) : text;
};

/** One line. A lone empty cell is quoted, because a blank line is no row. */
const lineOf = (values: readonly unknown[]): string => {
  const line = values.map(safeCell).join(',');
  return `${line === '' ? '""' : line}${LINE_END}`;
};

/** The beginning of a file: the byte order mark and the names of the columns. */
export const csvHeader = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  BYTE_ORDER_MARK + lineOf(columns.map(({ header }) => header));

/** Some rows, to follow the header; a long export appends one page after another. */
export const csvRows = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => lineOf(columns.map((column) => column.value(row)))).join('');

/** A whole file for spreadsheets: RFC 4180, UTF-8 with a byte order mark, and nothing that they would execute. */
export const toCsv = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  csvHeader(columns) + csvRows(columns, rows);
