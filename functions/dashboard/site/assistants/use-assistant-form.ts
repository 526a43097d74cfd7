import { useEffect, useRef } from 'preact/hooks';
import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { type Command, useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { type Form, useForm } from '#functions/dashboard/site/components/form/use-form.ts';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { accountSlug } from '#functions/dashboard/site/session/session.ts';
import { type Assistant, type AssistantValues, changedValues, changesOf, valuesOf } from './assistant-values.ts';

export interface AssistantForm {
  form: Form<AssistantValues>;
  save: Command<[]>;
  /** Puts back what is saved. */
  discard(): void;
}

/** The form of an assistant: it sends what was changed, and takes over what others saved while nothing is changed here. */
export const useAssistantForm = (assistant: Assistant): AssistantForm => {
  const saved = useRef(valuesOf(assistant));
  const typed = useRef(saved.current);
  const accept = (values: AssistantValues): void => {
    saved.current = values;
    form.reset(values);
  };
  const save = useCommand(
    async () => {
      const sent = typed.current;
      const answer = await api.updateAssistant({
        accountSlug: accountSlug.value,
        assistantId: assistant.id,
        ...changesOf(saved.current, sent),
      });
      const typedMeanwhile = changedValues(sent, typed.current);
      accept(valuesOf(answer.assistant));
      form.set(typedMeanwhile);
      await refresh('getAssistant', 'listAssistants', 'listPhoneNumbers');
      notify('Saved.');
    },
    { inForm: true },
  );
  const form = useForm(saved.current, save.problem);
  typed.current = form.values;
  useEffect(() => {
    if (!form.isChanged) accept(valuesOf(assistant));
  }, [assistant.updated_at]);
  const discard = (): void => {
    save.clear();
    accept(valuesOf(assistant));
  };
  return { form, save, discard };
};
