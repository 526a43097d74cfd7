import { pageSlices, type Slices, sliced } from '#functions/dashboard/site/import/reading/time-slices.ts';
import { type CsvColumn, csvHeader, csvRows } from './write-csv.ts';

const ROWS_PER_PART = 100;

/** The parts of a long file, for a Blob, written without blocking the page. */
export const csvParts = async <Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  slices: Slices = pageSlices,
): Promise<string[]> => {
  const slice = sliced(slices);
  const parts = [csvHeader(columns)];
  for (let at = 0; at < rows.length; at += ROWS_PER_PART) {
    parts.push(csvRows(columns, rows.slice(at, at + ROWS_PER_PART)));
    if (slice.isOver()) await slice.next();
  }
  return parts;
};
