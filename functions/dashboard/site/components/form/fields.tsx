import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { Choice } from './choice.ts';
import type { Binding } from './use-form.ts';

interface FieldFrame {
  label: string;
  hint?: ComponentChildren;
  isWide?: boolean;
}

interface Ids {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FrameProps extends FieldFrame {
  error: string | null;
  children: (ids: Ids) => ComponentChildren;
}

/** A label above its input, and below it a hint or what is wrong. */
export const FieldFrame = ({ label, hint, isWide = false, error, children }: FrameProps) => {
  const id = useId();
  const note = error ?? hint;
  return (
    <div class={isWide ? 'field wide' : 'field'}>
      <label for={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error !== null,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
      })}
      {note !== undefined && (
        <p id={`${id}-note`} class={error === null ? 'hint' : 'field-error'}>
          {note}
        </p>
      )}
    </div>
  );
};

type InputType = 'text' | 'email' | 'tel' | 'url' | 'number' | 'time' | 'datetime-local' | 'search' | 'date';

interface TextFieldProps extends FieldFrame, Binding<string> {
  type?: InputType;
  required?: boolean;
  placeholder?: string;
  min?: number | string;
  max?: number | string;
  step?: number | string;
  disabled?: boolean;
  /** Values offered while typing; others may be typed too. */
  suggestions?: readonly string[];
}

export const TextField = (props: TextFieldProps) => {
  const { label, hint, isWide, name, value, onValue, errorFor, suggestions, ...input } = props;
  const listId = useId();
  return (
    <FieldFrame label={label} hint={hint} isWide={isWide ?? false} error={errorFor(label)}>
      {(ids) => (
        <>
          <input
            {...ids}
            {...input}
            name={name}
            autocomplete="off"
            list={suggestions && listId}
            value={value}
            onInput={({ currentTarget }) => onValue(currentTarget.value)}
          />
          {suggestions && (
            <datalist id={listId}>
              {suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          )}
        </>
      )}
    </FieldFrame>
  );
};

interface TextAreaFieldProps extends FieldFrame, Binding<string> {
  rows?: number;
  disabled?: boolean;
  required?: boolean;
}

export const TextAreaField = ({ rows = 4, disabled, required, ...props }: TextAreaFieldProps) => {
  const { label, hint, isWide, name, value, onValue, errorFor } = props;
  return (
    <FieldFrame label={label} hint={hint} isWide={isWide ?? true} error={errorFor(label)}>
      {(ids) => (
        <textarea
          {...ids}
          name={name}
          rows={rows}
          disabled={disabled}
          required={required}
          value={value}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
};

interface SelectFieldProps extends FieldFrame, Binding<string> {
  choices: readonly Choice[];
  /** The words of the empty value, where nothing need be chosen. */
  none?: string | undefined;
  required?: boolean;
  disabled?: boolean;
}

export const SelectField = ({ choices, none, required, disabled, ...props }: SelectFieldProps) => {
  const { label, hint, isWide, name, value, onValue, errorFor } = props;
  return (
    <FieldFrame label={label} hint={hint} isWide={isWide ?? false} error={errorFor(label)}>
      {(ids) => (
        <select
          {...ids}
          name={name}
          required={required}
          disabled={disabled}
          value={value}
          onChange={({ currentTarget }) => onValue(currentTarget.value)}
        >
          {none !== undefined && <option value="">{none}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.words}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
};

interface CheckFieldProps extends Binding<boolean> {
  label: string;
  hint?: ComponentChildren;
  disabled?: boolean;
}

export const CheckField = ({ label, hint, name, value, onValue, errorFor, disabled }: CheckFieldProps) => {
  const id = useId();
  const error = errorFor(label);
  const note = error ?? hint;
  return (
    <div class="field check">
      <input
        id={id}
        type="checkbox"
        name={name}
        checked={value}
        disabled={disabled}
        aria-invalid={error !== null}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={({ currentTarget }) => onValue(currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {note !== undefined && (
        <p id={`${id}-note`} class={error === null ? 'hint' : 'field-error'}>
          {note}
        </p>
      )}
    </div>
  );
};
