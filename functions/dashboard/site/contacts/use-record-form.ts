import { useRef, useState } from 'preact/hooks';
import { type Command, useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { confirm } from '#functions/dashboard/site/components/confirm.tsx';
import { useFollowedForm } from '#functions/dashboard/site/components/form/use-followed-form.ts';
import type { Form } from '#functions/dashboard/site/components/form/use-form.ts';
import { type CustomRow, readCustomRows } from './custom-rows.ts';

interface WithCustomFields {
  customFields: CustomRow[];
}

/** What is to be saved. */
export interface Draft<Values> {
  /** What the form began with. */
  began: Values;
  values: Values;
  customBefore: Record<string, unknown>;
  custom: Record<string, unknown>;
  key: string;
}

export interface RecordForm<Values> {
  form: Form<Values>;
  command: Command<[]>;
  /** What is wrong with custom fields, by their rows. */
  rowProblems: ReadonlyMap<string, string>;
  submit(): void;
  /** Whether what was typed may go: asks where it would be lost. */
  mayClose(): Promise<boolean>;
}

const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

/** What somebody went on typing while it was being saved. */
const changesBetween = <Values extends object>(sent: Values, now: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => value !== sent[name as keyof Values]),
  ) as Partial<Values>;

/** The form of a contact or company. `save` answers with the values that are saved then. */
export const useRecordForm = <Values extends WithCustomFields>(
  loaded: Values,
  save: (draft: Draft<Values>) => Promise<Values>,
): RecordForm<Values> => {
  const [isTried, setTried] = useState(false);
  const command = useCommand(
    async (key) => {
      const { began, values } = form;
      const customBefore = readCustomRows(began.customFields).fields;
      const custom = readCustomRows(values.customFields).fields;
      const saved = await save({ began, values, customBefore, custom, key });
      form.reset(saved);
      form.set(changesBetween(values, typed.current));
    },
    { inForm: true },
  );
  const form = useFollowedForm(loaded, command.problem);
  const typed = useRef(form.values);
  typed.current = form.values;
  const { problems } = readCustomRows(form.values.customFields);
  const submit = (): void => {
    setTried(problems.size > 0);
    if (problems.size === 0) void command.run();
  };
  const mayClose = async (): Promise<boolean> =>
    !form.isChanged ||
    confirm({ title: 'Discard your changes?', body: 'What you changed here is not saved yet.', yes: 'Discard' });
  return { form, command, rowProblems: isTried ? problems : NO_PROBLEMS, submit, mayClose };
};
