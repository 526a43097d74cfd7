import type { ComponentChildren } from 'preact';
import type { Command } from '#functions/dashboard/site/api/use-command.ts';
import { Button } from './button.tsx';

interface FormProps {
  children: ComponentChildren;
  /** The words of the button that sends it. */
  submit: string;
  command: Pick<Command<[]>, 'isBusy' | 'problem'>;
  onSubmit: () => void;
  onCancel?: () => void;
  disabled?: boolean;
  /** Further buttons, before the one that sends it. */
  actions?: ComponentChildren;
  label?: string;
}

/** A form whose refusal is shown above its buttons; what is wrong with a field is shown beside the field as well. */
export const Form = ({
  children,
  submit,
  command,
  onSubmit,
  onCancel,
  disabled = false,
  actions,
  label,
}: FormProps) => {
  const { problem, isBusy } = command;
  const send = (event: Event): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form class="form" onSubmit={send} aria-label={label}>
      <div class="fields">{children}</div>
      {problem && (
        <p class="form-problem" role="alert">
          {problem.words}
        </p>
      )}
      <footer class="form-actions">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        {actions}
        <Button kind="primary" type="submit" isBusy={isBusy} disabled={disabled}>
          {submit}
        </Button>
      </footer>
    </form>
  );
};
