import { useState } from 'preact/hooks';
import { problemOf } from '#functions/dashboard/site/api/problem.ts';
import { type ListPage, readAll } from '#functions/dashboard/site/api/read-all.ts';
import { csvParts } from '#functions/dashboard/site/csv/csv-parts.ts';
import { downloadCsv } from '#functions/dashboard/site/csv/download.ts';
import type { CsvColumn } from '#functions/dashboard/site/csv/write-csv.ts';
import { Button } from './button.tsx';
import { notify } from './notices.tsx';

interface ExportProps<Row> {
  fileName: string;
  /** Rows from the next one on: after `read` rows. */
  readPage: (read: number) => Promise<ListPage<Row>>;
  columnsOf: (rows: readonly Row[]) => readonly CsvColumn<Row>[];
}

/** Downloads every row that a list has, not only the page that is shown. */
export const ExportButton = <Row,>({ fileName, readPage, columnsOf }: ExportProps<Row>) => {
  const [progress, setProgress] = useState<string | null>(null);
  const tell = (read: number, count: number): void =>
    setProgress(`${read.toLocaleString('en')} of ${count.toLocaleString('en')}`);
  const run = async (): Promise<void> => {
    setProgress('…');
    try {
      const rows = await readAll(readPage, tell);
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
