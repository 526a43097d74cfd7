import { useState } from 'preact/hooks';
import { problemOf } from '#functions/dashboard/site/api/problem.ts';
import { csvParts } from '#functions/dashboard/site/csv/csv-parts.ts';
import { downloadCsv } from '#functions/dashboard/site/csv/download.ts';
import type { CsvColumn } from '#functions/dashboard/site/csv/write-csv.ts';
import { Button } from './button.tsx';
import { notify } from './notices.tsx';

/** The largest page that lists of the API give. */
export const EXPORT_PAGE_ROWS = 200;

interface ExportPage<Row> {
  rows: readonly Row[];
  count: number;
}

interface ExportProps<Row> {
  fileName: string;
  /** Rows from the next one on: after `read` rows. */
  readPage: (read: number) => Promise<ExportPage<Row>>;
  columnsOf: (rows: readonly Row[]) => readonly CsvColumn<Row>[];
}

/** Downloads every row that a list has, not only the page that is shown. */
export const ExportButton = <Row,>({ fileName, readPage, columnsOf }: ExportProps<Row>) => {
  const [progress, setProgress] = useState<string | null>(null);
  const readAll = async (): Promise<Row[]> => {
    const all: Row[] = [];
    for (;;) {
      const { rows, count } = await readPage(all.length);
      all.push(...rows);
      setProgress(`${all.length.toLocaleString('en')} of ${Math.max(count, all.length).toLocaleString('en')}`);
      if (rows.length === 0 || all.length >= count) return all;
    }
  };
  const run = async (): Promise<void> => {
    setProgress('…');
    try {
      const rows = await readAll();
      downloadCsv(fileName, await csvParts(columnsOf(rows), rows));
    } catch (error) {
      notify(`The export has stopped. ${problemOf(error).words}`, 'problem');
    } finally {
      setProgress(null);
    }
  };
  return (
    <>
      <Button isBusy={progress !== null} onClick={() => void run()}>
        Export CSV
      </Button>
      {progress !== null && (
        <span class="hint" role="status">
          {progress}
        </span>
      )}
    </>
  );
};
