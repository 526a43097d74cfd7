import { Button } from '#functions/dashboard/site/components/button.tsx';
import { Progress } from '#functions/dashboard/site/components/progress.tsx';
import { downloadCsv } from '#functions/dashboard/site/csv/download.ts';
import { counted } from '#functions/dashboard/site/format/words.ts';
import { Section } from '#functions/dashboard/site/layout/page.tsx';
import { reasonsCsv, reasonsFileName } from './failed-rows.ts';
import { countsOf, duplicateRows, failedRows, openRows, type Run } from './import-run.ts';
import type { RowReason } from './plan-import.ts';
import type { ImportRun } from './use-import-run.ts';

const Count = ({ words, count }: { words: string; count: number }) => (
  <div class="figure">
    <dt>{words}</dt>
    <dd>
      <strong>{count.toLocaleString('en')}</strong>
    </dd>
  </div>
);

const headingOf = ({ status }: Run): string => {
  if (status === 'done') return 'Import finished';
  return status === 'stopped' ? 'Import stopped' : 'Importing';
};

/** How far an import is, and what came of each row. The counts add up to the rows of the file. */
export const ImportReport = ({ of, onAgain }: { of: ImportRun; onAgain: () => void }) => {
  const { run, csv, settings } = of;
  if (!run || !csv || !settings) return null;
  const counts = countsOf(run);
  const isOver = run.status === 'done' || run.status === 'stopped';
  const save = async (suffix: 'failed' | 'duplicates', reasons: readonly RowReason[]): Promise<void> => {
    const name = reasonsFileName(csv.fingerprint.name).replace('failed', suffix);
    downloadCsv(name, await reasonsCsv(csv, settings.mapping, reasons));
  };
  return (
    <Section title={headingOf(run)}>
      <div class="card">
        <Progress label="Rows imported" value={counts.total - counts.open} max={counts.total} />
        <dl class="figures" aria-live="polite">
          <Count words="Rows" count={counts.total} />
          <Count words="Created" count={counts.created} />
          <Count words="Duplicate" count={counts.duplicates} />
          <Count words="Failed" count={counts.failed} />
          {counts.open > 0 && <Count words="Open" count={counts.open} />}
        </dl>
        {run.words && <p role="status">{run.words}</p>}
        {!run.isSaved && (
          <p class="hint">This browser has no room to remember the import: do not reload the page before it is done.</p>
        )}
        <div class="form-actions">
          {!isOver && <Button onClick={of.stop}>Stop</Button>}
          {run.status === 'stopped' && (
            <Button kind="primary" onClick={() => void of.goOn()}>
              Go on
            </Button>
          )}
          {isOver && counts.duplicates > 0 && (
            <Button onClick={() => void save('duplicates', duplicateRows(run))}>Download duplicates</Button>
          )}
          {isOver && counts.failed + counts.open > 0 && (
            <Button onClick={() => void save('failed', [...failedRows(run), ...openRows(run)])}>
              Download failed rows
            </Button>
          )}
          {isOver && <Button onClick={onAgain}>Import another file</Button>}
          {isOver && (
            <a class="button primary" href="/contacts">
              See contacts
            </a>
          )}
        </div>
        {run.status === 'done' && counts.failed > 0 && (
          <p class="hint">
            {counted(counts.failed, 'row')} failed. Correct them in the file that you download, and import that file: it
            creates nobody twice.
          </p>
        )}
      </div>
    </Section>
  );
};
