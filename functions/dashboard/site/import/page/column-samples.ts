import type { CsvRow } from '#functions/dashboard/site/import/reading/read-csv.ts';

const SAMPLES = 3;
const SAMPLE_CHARS = 60;

const shortened = (text: string): string =>
  text.length > SAMPLE_CHARS ? `${text.slice(0, SAMPLE_CHARS).toWellFormed()}…` : text;

/** A few different values of a column, for people to see what it holds. */
export const columnSamples = (rows: readonly Pick<CsvRow, 'cells'>[], at: number): string[] => {
  const samples = new Set<string>();
  for (const { cells } of rows) {
    const text = (cells[at] ?? '').trim();
    if (text !== '') samples.add(shortened(text));
    if (samples.size === SAMPLES) break;
  }
  return [...samples];
};
