import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from '#functions/dashboard/site/api/problem.ts';
import type { Command } from '#functions/dashboard/site/api/use-command.ts';
import { Button } from '#functions/dashboard/site/components/button.tsx';

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

const MARKED = '[aria-invalid="true"]';
const SEE_MARKS = 'Correct what is marked above.';

/** The words above the buttons; where each issue is told beside its field, they need not be told again. */
const useProblemWords = (problem: Problem | null) => {
  const form = useRef<HTMLFormElement>(null);
  const [words, setWords] = useState<string | null>(null);
  useLayoutEffect(() => {
    const marked = form.current?.querySelectorAll<HTMLElement>(MARKED) ?? [];
    const areAllMarked = problem !== null && problem.issues.size > 0 && marked.length >= problem.issues.size;
    setWords(areAllMarked ? SEE_MARKS : (problem?.words ?? null));
    marked[0]?.focus();
  }, [problem]);
  return { form, words };
};

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
  const { form, words } = useProblemWords(problem);
  const send = (event: Event): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={form} class="form" onSubmit={send} aria-label={label}>
      <div class="fields">{children}</div>
      {words && (
        <p class="form-problem" role="alert">
          {words}
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
