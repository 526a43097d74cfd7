import { Button } from '#functions/dashboard/site/components/button.tsx';
import { Figure } from '#functions/dashboard/site/components/figure.tsx';
import { Progress } from '#functions/dashboard/site/components/progress.tsx';
import { countsOf, failedRows, type Run } from '#functions/dashboard/site/import/sending/import-run.ts';
import { ReasonList } from './reason-list.tsx';
import type { ListRun } from './use-list-run.ts';

const Counts = ({ run }: { run: Run }) => {
  const { created, duplicates, failed, open } = countsOf(run);
  return (
    <dl class="figures">
      <Figure words="Added" value={created} />
      <Figure words="Already there" value={duplicates} />
      <Figure words="Failed" value={failed} />
      {open > 0 && <Figure words="To be sent" value={open} />}
    </dl>
  );
};

const statusOf = ({ status, words }: Run): string => {
  if (status === 'done') return 'Done. These numbers are never called any more.';
  if (status === 'stopped') return words ?? 'Stopped.';
  return words === null ? 'Numbers are being added…' : `${words} Trying again…`;
};

interface ListRunReportProps {
  run: Run;
  list: ListRun;
  onClose: () => void;
}

/** How far an import of numbers is, and in the end what it came to. */
export const ListRunReport = ({ run, list, onClose }: ListRunReportProps) => {
  const { total, open } = countsOf(run);
  return (
    <div class="dialog-content">
      <Progress label="Numbers added" value={total - open} max={total} />
      <p role="status">{statusOf(run)}</p>
      <Counts run={run} />
      <ReasonList reasons={failedRows(run)} />
      <footer class="dialog-actions">
        {list.isUnderWay && <Button onClick={list.stop}>Stop</Button>}
        {!list.isUnderWay && run.status === 'stopped' && <Button onClick={list.goOn}>Go on</Button>}
        <Button kind="primary" disabled={list.isUnderWay} onClick={onClose}>
          Done
        </Button>
      </footer>
    </div>
  );
};
