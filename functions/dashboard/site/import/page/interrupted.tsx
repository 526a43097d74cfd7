import { AskingButton, Button } from '#functions/dashboard/site/components/button.tsx';
import type { KeptImport } from '#functions/dashboard/site/import/sending/import-storage.ts';

interface InterruptedProps {
  kept: KeptImport;
  isBusy: boolean;
  disabled: boolean;
  onResume: () => void;
  onDiscard: () => void;
}

/** Offers to go on with an import that a reload or a closed page has interrupted. */
export const Interrupted = ({ kept: { record }, isBusy, disabled, onResume, onDiscard }: InterruptedProps) => (
  <section class="banner waiting" aria-label="Interrupted import">
    <p>
      The import of “<bdi>{record.fingerprint.name}</bdi>” was interrupted. It goes on where it stopped, and creates
      nobody twice.
    </p>
    <div class="row-actions">
      <AskingButton
        name="Discard"
        disabled={disabled || isBusy}
        ask={() => ({
          title: 'Discard the interrupted import?',
          body: 'Contacts that it has created stay. If you import the file anew, whoever has no phone number is created a second time.',
        })}
        onYes={onDiscard}
      />
      <Button kind="primary" isBusy={isBusy} disabled={disabled} onClick={onResume}>
        Resume
      </Button>
    </div>
  </section>
);
