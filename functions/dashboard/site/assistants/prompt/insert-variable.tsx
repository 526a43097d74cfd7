import type { RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Button } from '#functions/dashboard/site/components/button.tsx';
import type { VariableGroup } from './offered-variables.ts';

type TextName = 'first_message' | 'system_prompt';

interface InsertVariableProps {
  /** Holds the fields that a variable can go into. */
  box: RefObject<HTMLElement | null>;
  groups: readonly VariableGroup[];
  onText: (name: TextName, text: string) => void;
}

const asText = (element: EventTarget | null): HTMLTextAreaElement | null =>
  element instanceof HTMLTextAreaElement ? element : null;

/** Puts a variable where the cursor was last, in the prompt unless another field had it. */
export const InsertVariable = ({ box, groups, onText }: InsertVariableProps) => {
  const id = useId();
  const [path, setPath] = useState('contact.first_name');
  const last = useRef<HTMLTextAreaElement | null>(null);
  useEffect(() => {
    const note = ({ target }: Event): void => {
      last.current = asText(target) ?? last.current;
    };
    const element = box.current;
    element?.addEventListener('focusin', note);
    return () => element?.removeEventListener('focusin', note);
  }, [box]);
  const insert = (): void => {
    const field = last.current ?? asText(box.current?.querySelector('[name="system_prompt"]') ?? null);
    if (!field) return;
    field.setRangeText(`{{${path}}}`, field.selectionStart, field.selectionEnd, 'end');
    onText(field.name as TextName, field.value);
    field.focus();
  };
  return (
    <div class="field wide insert-variable">
      <label for={id}>Variable</label>
      <div>
        <select id={id} value={path} onChange={({ currentTarget }) => setPath(currentTarget.value)}>
          {groups.map(({ words, paths }) => (
            <optgroup key={words} label={words}>
              {paths.map((offered) => (
                <option key={offered} value={offered}>
                  {`{{${offered}}}`}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        <Button onClick={insert}>Insert</Button>
      </div>
      <p class="hint">It is put where the cursor was last, and filled in on each call.</p>
    </div>
  );
};
