import { Dialog } from '#functions/dashboard/site/components/dialog.tsx';
import { useFirstField } from '#functions/dashboard/site/settings/use-first-field.ts';
import { useStaysOpen } from '#functions/dashboard/site/settings/use-stays-open.ts';
import { ListFileForm } from './list-file-form.tsx';
import { ListRunReport } from './list-run-report.tsx';
import { useListFile } from './use-list-file.ts';
import { useListRun } from './use-list-run.ts';

/** Adds the numbers of a file to the list of those never to be called. */
export const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  const file = useListFile();
  const list = useListRun();
  useFirstField();
  useStaysOpen(list.isUnderWay);
  return (
    <Dialog
      title="Import numbers never to be called"
      hasCloseButton={!list.isUnderWay}
      onClose={() => list.isUnderWay || onClose()}
    >
      {list.run === null ? (
        <ListFileForm list={file} isBusy={list.isUnderWay} onImport={list.begin} onCancel={onClose} />
      ) : (
        <ListRunReport run={list.run} list={list} onClose={onClose} />
      )}
    </Dialog>
  );
};
