import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Dialog } from './dialog.tsx';

export interface Confirmation {
  title: string;
  /** What follows. */
  body: ComponentChildren;
  /** The name of the yes-button. */
  yes: string;
  isDangerous?: boolean;
}

interface Question extends Confirmation {
  answer(yes: boolean): void;
}

const question = signal<Question | null>(null);

/** Asks before something that cannot be taken back; Escape is no. */
export const confirm = (confirmation: Confirmation): Promise<boolean> =>
  new Promise((resolve) => {
    question.value?.answer(false);
    const answer = (yes: boolean): void => {
      question.value = null;
      resolve(yes);
    };
    question.value = { ...confirmation, answer };
  });

/** Where questions appear. */
export const ConfirmHost = () => {
  const asked = question.value;
  if (asked === null) return null;
  const { title, body, yes, isDangerous, answer } = asked;
  return (
    <Dialog title={title} hasCloseButton={false} onClose={() => answer(false)}>
      <div class="dialog-content">{typeof body === 'string' ? <p>{body}</p> : body}</div>
      <footer class="dialog-actions">
        <button type="button" class="button plain" onClick={() => answer(false)}>
          Cancel
        </button>
        <button type="button" class={`button ${isDangerous ? 'danger' : 'primary'}`} onClick={() => answer(true)}>
          {yes}
        </button>
      </footer>
    </Dialog>
  );
};
