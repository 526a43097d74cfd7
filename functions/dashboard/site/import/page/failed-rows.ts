import { csvParts } from '#functions/dashboard/site/csv/csv-parts.ts';
import type { CsvColumn } from '#functions/dashboard/site/csv/write-csv.ts';
import {
  isReasonHeader,
  type Mapping,
  OTHER_REASON_HEADER,
  REASON_HEADER,
} from '#functions/dashboard/site/import/planning/column-mapping.ts';
import type { RowReason } from '#functions/dashboard/site/import/planning/plan-import.ts';
import type { CsvFile } from '#functions/dashboard/site/import/reading/read-csv.ts';
import type { Slices } from '#functions/dashboard/site/import/reading/time-slices.ts';

interface ToldRow {
  cells: readonly string[];
  reason: string;
}

/** The columns of the file but those of the reasons of an earlier import. */
const keptColumns = (headers: readonly string[], mapping: Mapping): CsvColumn<ToldRow>[] =>
  headers.flatMap((header, at) => {
    const isEarlierReason = isReasonHeader(header) && mapping[at]?.to === 'ignore';
    return isEarlierReason ? [] : [{ header, value: ({ cells }: ToldRow) => cells[at] }];
  });

/**
 * A file of rows with the reason of each, for download: the columns of the original and one more. Corrected, it can be
 * imported as it is. In parts, for a Blob.
 */
export const reasonsCsv = (
  { headers, rows }: Pick<CsvFile, 'headers' | 'rows'>,
  mapping: Mapping,
  reasons: readonly RowReason[],
  slices?: Slices,
): Promise<string[]> => {
  const kept = keptColumns(headers, mapping);
  const header = kept.some((column) => isReasonHeader(column.header)) ? OTHER_REASON_HEADER : REASON_HEADER;
  const columns = [...kept, { header, value: ({ reason }: ToldRow) => reason }];
  const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]));
  const inOrder = reasons.toSorted((one, other) => one.row - other.row);
  const told = inOrder.map(({ row, reason }) => ({ cells: cellsOf.get(row) ?? [], reason }));
  return csvParts(columns, told, slices);
};

const EXTENSION = /\.[^.]{1,8}$/;
const OWN_SUFFIX = /-(?:failed|duplicate)-rows$/;

/** The name of the download beside the name of the file, which may be an earlier download. */
export const reasonsFileName = (fileName: string, kind: 'failed' | 'duplicate'): string =>
  `${fileName.replace(EXTENSION, '').replace(OWN_SUFFIX, '')}-${kind}-rows.csv`;
