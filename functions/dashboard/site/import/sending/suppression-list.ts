import { type CellValue, readText } from '#functions/dashboard/site/import/planning/contact-cells.ts';
import { fieldNamed } from '#functions/dashboard/site/import/planning/contact-fields.ts';
import type { NumberCountry } from '#functions/dashboard/site/import/planning/phone-cell.ts';
import type { RowReason } from '#functions/dashboard/site/import/planning/plan-import.ts';
import { type CsvFile, looksLikePhone } from '#functions/dashboard/site/import/reading/read-csv.ts';
import { pageSlices, type Slices, sliced } from '#functions/dashboard/site/import/reading/time-slices.ts';
import { newRun, type Run } from './import-run.ts';
import { suppressionOutcome } from './read-answer.ts';
import { chunkEntries, type Entry } from './request-chunks.ts';
import { type SendPorts, sendChunks } from './send-chunks.ts';

/** The columns of a list of numbers; -1: there is none. */
export interface ListColumns {
  phone: number;
  note: number;
}

/** A list of numbers never to be called, judged. Every row is ready, failed or a duplicate. */
export interface SuppressionPlan {
  total: number;
  ready: { row: number; phone: string; note?: string }[];
  failed: RowReason[];
  duplicates: RowReason[];
}

export interface ListOptions {
  /** Of numbers without a country code; null: such numbers are refused. */
  country: NumberCountry | null;
  slices?: Slices;
}

/** As many numbers as one bulk request takes. */
export const NUMBERS_PER_REQUEST = 1_000;
const ROWS_LOOKED_AT = 100;

const mostPhoneLike = ({ headers, rows }: Pick<CsvFile, 'headers' | 'rows'>): number => {
  const some = rows.slice(0, ROWS_LOOKED_AT);
  const counts = headers.map((_, at) => some.filter(({ cells }) => looksLikePhone(cells[at] ?? '')).length);
  const most = Math.max(0, ...counts);
  return most === 0 ? (headers.length === 1 ? 0 : -1) : counts.indexOf(most);
};

/** Where the numbers and notes of a list are: by the names of the columns, else by what they hold. */
export const listColumns = (file: Pick<CsvFile, 'headers' | 'rows' | 'hasHeader'>): ListColumns => {
  const fields = file.hasHeader ? file.headers.map(fieldNamed) : [];
  const named = fields.indexOf('phone');
  return { phone: named === -1 ? mostPhoneLike(file) : named, note: fields.indexOf('notes') };
};

const noteOf = (read: CellValue<string>): { note?: string } =>
  read.problem === undefined && read.value !== undefined ? { note: read.value } : {};

/** Judges every row of a list without blocking the page. */
export const planSuppressions = async (
  file: CsvFile,
  columns: ListColumns,
  { country, slices = pageSlices }: ListOptions,
): Promise<SuppressionPlan> => {
  const { readPhone } = await import('#functions/dashboard/site/import/planning/phone-cell.ts');
  const plan: SuppressionPlan = { total: file.rows.length, ready: [], failed: [], duplicates: [] };
  const rowOfNumber = new Map<string, number>();
  const slice = sliced(slices);
  for (const { row, cells, problem } of file.rows) {
    const read = readPhone(cells[columns.phone] ?? '', country);
    const earlier = read.is === 'number' ? rowOfNumber.get(read.phone) : undefined;
    if (problem !== null) plan.failed.push({ row, reason: problem });
    else if (read.is === 'empty') plan.failed.push({ row, reason: 'The row has no phone number.' });
    else if (read.is === 'wrong') plan.failed.push({ row, reason: read.problem });
    else if (earlier !== undefined) plan.duplicates.push({ row, reason: `Row ${earlier} has this number already.` });
    else {
      rowOfNumber.set(read.phone, row);
      plan.ready.push({ row, phone: read.phone, ...noteOf(readText(cells[columns.note] ?? '')) });
    }
    if (slice.isOver()) await slice.next();
  }
  return plan;
};

/** The run that adds the numbers of a plan. `runId` makes its requests differ from those of other lists. */
export const suppressionRun = async (
  { total, ready, failed, duplicates }: SuppressionPlan,
  { teamId, runId, slices = pageSlices }: { teamId: string; runId: string; slices?: Slices },
): Promise<Run> => {
  const entries: Entry[] = ready.map(({ row, ...value }) => ({ row, value }));
  const rules = { entriesMax: NUMBERS_PER_REQUEST, envelope: { teamId }, list: 'numbers', runId, slices };
  const sent = await chunkEntries(entries, rules);
  return newRun(total, sent.chunks, { failed: [...failed, ...sent.failed], duplicates });
};

/** Adds the numbers of a run. Of its counts `created` are new, `duplicates` were there already. */
export const runSuppressions = (
  run: Run,
  ports: Omit<SendPorts, 'save'>,
  { onChange, signal }: { onChange?: (run: Run) => void; signal?: AbortSignal } = {},
): Promise<Run> =>
  sendChunks({
    run,
    // Adding a number again changes nothing, so there is nothing to keep for a reload.
    ports: { ...ports, save: async () => undefined },
    read: suppressionOutcome,
    ...(onChange && { onChange }),
    ...(signal && { signal }),
  });
