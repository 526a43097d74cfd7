import { useEffect, useRef } from 'preact/hooks';
import { Button } from '#functions/dashboard/site/components/button.tsx';
import { Figure } from '#functions/dashboard/site/components/figure.tsx';
import { Progress } from '#functions/dashboard/site/components/progress.tsx';
import { downloadCsv } from '#functions/dashboard/site/csv/download.ts';
import { counted } from '#functions/dashboard/site/format/words.ts';
import type { RowReason } from '#functions/dashboard/site/import/planning/plan-import.ts';
import {
  countsOf,
  duplicateRows,
  failedRows,
  openRows,
  type RunCounts,
} from '#functions/dashboard/site/import/sending/import-run.ts';
import type { PreparedImport } from '#functions/dashboard/site/import/sending/prepare-import.ts';
import type { ImportRun } from '#functions/dashboard/site/import/use-import-run.ts';
import { Section } from '#functions/dashboard/site/layout/page.tsx';
import { reasonsCsv, reasonsFileName } from './failed-rows.ts';
import { headingOf, milestoneOf } from './import-words.ts';

const Counts = ({ counts }: { counts: RunCounts }) => (
  <>
    <Progress label="Rows imported" value={counts.total - counts.open} max={counts.total} />
    <dl class="figures">
      <Figure words="Rows" value={counts.total} />
      <Figure words="Created" value={counts.created} />
      <Figure words="Duplicate" value={counts.duplicates} />
      <Figure words="Failed" value={counts.failed} />
      {counts.open > 0 && <Figure words="Open" value={counts.open} />}
    </dl>
  </>
);

type Kind = 'failed' | 'duplicate';

const save = async ({ csv, settings }: PreparedImport, kind: Kind, reasons: readonly RowReason[]): Promise<void> =>
  downloadCsv(reasonsFileName(csv.fingerprint.name, kind), await reasonsCsv(csv, settings.mapping, reasons));

interface ReportProps {
  run: ImportRun;
  prepared: PreparedImport;
  onAgain: () => void;
}

/** What can be done once nothing is being sent. */
const Next = ({ run: { goOn }, prepared, onAgain }: ReportProps) => {
  const { run } = prepared;
  const counts = countsOf(run);
  return (
    <>
      {run.status === 'stopped' && (
        <Button kind="primary" onClick={() => void goOn()}>
          Go on
        </Button>
      )}
      {counts.duplicates > 0 && (
        <Button onClick={() => void save(prepared, 'duplicate', duplicateRows(run))}>Download duplicates</Button>
      )}
      {counts.failed + counts.open > 0 && (
        <Button onClick={() => void save(prepared, 'failed', [...failedRows(run), ...openRows(run)])}>
          Download failed rows
        </Button>
      )}
      <Button onClick={onAgain}>Import another file</Button>
      <a class={`button ${run.status === 'done' ? 'primary' : 'plain'}`} href="/contacts">
        See them
      </a>
    </>
  );
};

/** Whoever pressed a button that is gone now is put at what took its place. */
const useFocusKept = (isOver: boolean) => {
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body) around.current?.focus();
  }, [isOver]);
  return around;
};

/** How far an import is, and what came of each row. The counts add up to the rows of the file. */
export const ImportReport = (props: ReportProps) => {
  const { run, settings } = props.prepared;
  const counts = countsOf(run);
  const isOver = run.status === 'done' || run.status === 'stopped';
  const around = useFocusKept(isOver);
  return (
    <Section title={headingOf(run)}>
      {/* biome-ignore lint/a11y/useSemanticElements: It is no part of a form. */}
      <div ref={around} class="card" role="group" aria-label={settings.fingerprint.name} tabIndex={-1}>
        <p class="hint file-name">
          <bdi>{settings.fingerprint.name}</bdi>
        </p>
        <Counts counts={counts} />
        <p class="unseen" role="status">
          {milestoneOf(run)}
        </p>
        {run.words && <p>{run.words}</p>}
        {!run.isSaved && run.status !== 'done' && (
          <p class="hint">This browser has no room to remember the import: do not reload the page before it is done.</p>
        )}
        <div class="form-actions">
          {isOver ? (
            <Next {...props} />
          ) : (
            <Button isBusy={props.run.isStopping} onClick={props.run.stop}>
              Stop
            </Button>
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
