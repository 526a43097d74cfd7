import { useRef } from 'preact/hooks';
import { Button } from '#functions/dashboard/site/components/button.tsx';
import { FieldFrame } from '#functions/dashboard/site/components/form/fields.tsx';
import type { CallDraft } from './call-order.ts';

type Variable = CallDraft['variables'][number];

interface VariablesProps {
  variables: readonly Variable[];
  onVariables: (variables: Variable[]) => void;
  /** What the server says of a variable, by its name. */
  errorFor: (name: string) => string | null;
}

interface RowProps {
  variable: Variable;
  error: string | null;
  onVariable: (variable: Variable) => void;
  onRemove: () => void;
}

const VariableRow = ({ variable, error, onVariable, onRemove }: RowProps) => (
  <li class="variable">
    <FieldFrame label="Variable" error={error}>
      {(ids) => (
        <input
          {...ids}
          autocomplete="off"
          spellcheck={false}
          value={variable.name}
          onInput={({ currentTarget }) => onVariable({ ...variable, name: currentTarget.value })}
        />
      )}
    </FieldFrame>
    <FieldFrame label="Value" error={null}>
      {(ids) => (
        <input
          {...ids}
          autocomplete="off"
          value={variable.value}
          onInput={({ currentTarget }) => onVariable({ ...variable, value: currentTarget.value })}
        />
      )}
    </FieldFrame>
    <Button kind="quiet" label={`Remove variable ${variable.name}`} onClick={onRemove}>
      ×
    </Button>
  </li>
);

/** Texts for `{{variables.name}}` in the assistant's words. */
export const VariablesField = ({ variables, onVariables, errorFor }: VariablesProps) => {
  const list = useRef<HTMLUListElement>(null);
  const add = (): void => {
    onVariables([...variables, { name: '', value: '' }]);
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus());
  };
  const problem = errorFor('');
  return (
    <fieldset>
      <legend>Variables</legend>
      <p class="hint">
        A prompt or first message says <code>{'{{variables.order}}'}</code> where the value of <code>order</code> is to
        stand.
      </p>
      <ul class="variables" ref={list}>
        {variables.map((variable, at) => (
          <VariableRow
            key={at}
            variable={variable}
            error={errorFor(variable.name)}
            onVariable={(changed) => onVariables(variables.with(at, changed))}
            onRemove={() => onVariables(variables.toSpliced(at, 1))}
          />
        ))}
      </ul>
      {problem !== null && <p class="field-error">{problem}</p>}
      <div>
        <Button onClick={add}>Add variable</Button>
      </div>
    </fieldset>
  );
};
