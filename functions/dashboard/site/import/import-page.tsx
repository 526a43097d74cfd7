import { useEffect, useState } from 'preact/hooks';
import { useLeaveWarning } from '#functions/dashboard/site/components/form/leave-warning.ts';
import { ChooseFile } from '#functions/dashboard/site/import/page/choose-file.tsx';
import { ImportReport } from '#functions/dashboard/site/import/page/import-report.tsx';
import { Interrupted } from '#functions/dashboard/site/import/page/interrupted.tsx';
import {
  forgetImport,
  interruptedImport,
  type KeptImport,
} from '#functions/dashboard/site/import/sending/import-storage.ts';
import { Page } from '#functions/dashboard/site/layout/page.tsx';
import { may, teamId } from '#functions/dashboard/site/session/session.ts';
import { useImportRun } from './use-import-run.ts';

const CONTACTS = { href: '/contacts', words: 'Contacts' };

const LEAVING = {
  title: 'Leave the import?',
  body: 'It stops. Whoever has been created stays, and here you can resume it.',
  yes: 'Leave',
};

const useInterrupted = () => {
  const [kept, setKept] = useState<KeptImport | null>(null);
  useEffect(() => void interruptedImport(teamId.value).then(setKept, () => undefined), []);
  const discard = (): void => {
    if (kept) void forgetImport(kept.record.teamId, kept.record.fingerprint).catch(() => undefined);
    setKept(null);
  };
  return { kept, discard };
};

const Import = ({ onAgain }: { onAgain: () => void }) => {
  const run = useImportRun();
  const { kept, discard } = useInterrupted();
  const [isResuming, setResuming] = useState(false);
  const resume = async (from: KeptImport): Promise<void> => {
    setResuming(true);
    await run.resume(from);
    setResuming(false);
  };
  const isBusy = run.preparing !== null;
  const status = run.underWay?.run.status;
  useLeaveWarning(isBusy || (status !== undefined && status !== 'done' && status !== 'stopped'), LEAVING);
  return (
    <Page title="Import contacts" back={CONTACTS}>
      {kept && !run.underWay && (
        <Interrupted
          kept={kept}
          isBusy={isResuming}
          disabled={isBusy || !may('operate')}
          onResume={() => void resume(kept)}
          onDiscard={discard}
        />
      )}
      {run.underWay ? <ImportReport run={run} prepared={run.underWay} onAgain={onAgain} /> : <ChooseFile run={run} />}
      {run.problem !== null && (
        <p class="form-problem" role="alert">
          {run.problem}
        </p>
      )}
      <p class="hint" role="status">
        {run.preparing}
      </p>
    </Page>
  );
};

/** People from a file into the CRM. */
export const ImportPage = () => {
  const [imports, setImports] = useState(0);
  return <Import key={imports} onAgain={() => setImports(imports + 1)} />;
};
