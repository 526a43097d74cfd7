import { Button } from '#functions/dashboard/site/components/button.tsx';
import { CopyButton } from '#functions/dashboard/site/components/copy.tsx';
import { Dialog } from '#functions/dashboard/site/components/dialog.tsx';
import { quoted } from '#functions/dashboard/site/settings/quoted.ts';
import { useStaysOpen } from '#functions/dashboard/site/settings/use-stays-open.ts';
import type { CreatedKey } from './create-key-dialog.tsx';

interface NewTokenDialogProps {
  made: CreatedKey;
  onDone: () => void;
}

/** The token of a new key, for the only time. */
export const NewTokenDialog = ({ made, onDone }: NewTokenDialogProps) => {
  useStaysOpen(true);
  return (
    <Dialog title={`Token of ${quoted(made.name)}`} hasCloseButton={false} onClose={() => undefined}>
      <div class="dialog-content">
        <p>Copy it now: it is not shown again. If it gets lost, revoke the key and create another.</p>
        <p class="secret">
          <code>{made.token}</code>
          <CopyButton text={made.token} />
        </p>
      </div>
      <footer class="dialog-actions">
        <Button kind="primary" onClick={onDone}>
          I have saved it
        </Button>
      </footer>
    </Dialog>
  );
};
