import { useMemo, useState } from 'preact/hooks';
import { issueSentence, type Problem } from '#functions/dashboard/site/api/problem.ts';

/** What connects an input with a form's value and with what the server says of it. */
export interface Binding<Value> {
  name: string;
  value: Value;
  onValue(value: Value): void;
  /** The server's words about this field, put after its label. */
  errorFor(label: string): string | null;
}

export interface Form<Values> {
  values: Values;
  set(changes: Partial<Values>): void;
  bind<Name extends keyof Values & string>(name: Name, requestField?: string): Binding<Values[Name]>;
  /** Whether anything differs from the initial values. */
  isChanged: boolean;
  /** These values are the saved ones now. */
  reset(values: Values): void;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The values of a form. `problem` is the last refusal, whose issues are shown beside their fields. */
export const useForm = <Values extends object>(initial: Values, problem: Problem | null): Form<Values> => {
  const [saved, setSaved] = useState(initial);
  const [values, setValues] = useState(initial);
  const isChanged = useMemo(() => !isSame(saved, values), [saved, values]);
  return {
    values,
    isChanged,
    set: (changes) => setValues((before) => ({ ...before, ...changes })),
    reset: (next) => {
      setSaved(next);
      setValues(next);
    },
    bind: (name, requestField = name) => ({
      name,
      value: values[name],
      onValue: (value) => setValues((before) => ({ ...before, [name]: value })),
      errorFor: (label) => {
        const message = problem?.issues.get(requestField);
        return message === undefined ? null : issueSentence(label, message);
      },
    }),
  };
};

/** A field that belongs to no form, such as a filter. */
export const unbound = <Value>(value: Value, onValue: (value: Value) => void): Binding<Value> => ({
  name: '',
  value,
  onValue,
  errorFor: () => null,
});
