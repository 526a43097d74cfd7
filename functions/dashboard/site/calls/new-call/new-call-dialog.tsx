import { api } from '#functions/dashboard/site/api/client.ts';
import { issueSentence, type Problem } from '#functions/dashboard/site/api/problem.ts';
import { refresh, useRead } from '#functions/dashboard/site/api/query.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { ContactSearch } from '#functions/dashboard/site/components/choosing/contact-search.tsx';
import { contactName } from '#functions/dashboard/site/components/choosing/contact-words.ts';
import { confirm } from '#functions/dashboard/site/components/confirm.tsx';
import { Dialog } from '#functions/dashboard/site/components/dialog.tsx';
import { SelectField, TextField } from '#functions/dashboard/site/components/form/fields.tsx';
import { Form } from '#functions/dashboard/site/components/form/form.tsx';
import { type Form as FormOf, useForm } from '#functions/dashboard/site/components/form/use-form.ts';
import { now } from '#functions/dashboard/site/format/clock.ts';
import { momentOf, ownZone, shownTime } from '#functions/dashboard/site/format/time.ts';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import { accountSlug, may, teamId } from '#functions/dashboard/site/session/session.ts';
import type { OutputOf } from '#shared/client/client.ts';
import {
  activeNumbers,
  type CallDraft,
  calleeWords,
  callQuestion,
  defaultCallerId,
  requestOf,
  withoutSeparators,
} from './call-order.ts';
import { VariablesField } from './variables-field.tsx';

type Assistant = OutputOf<'listAssistants'>['assistants'][number];
type OwnNumber = OutputOf<'listPhoneNumbers'>['numbers'][number];
type Contact = OutputOf<'getContact'>['contact'];

const ASSISTANTS_MAX = 200;

const draftFor = (assistants: readonly Assistant[], { by, contact, to }: Record<string, string>): CallDraft => ({
  assistantId: assistants.find(({ id }) => id === by)?.id ?? (assistants.length === 1 ? (assistants[0]?.id ?? '') : ''),
  contactId: contact ?? null,
  toNumber: to ?? '',
  fromNumberId: '',
  startAt: '',
  variables: [],
});

const variableProblem =
  (problem: Problem | null) =>
  (name: string): string | null => {
    const message = problem?.issues.get(name === '' ? 'variables' : `variables.${name}`);
    return message === undefined ? null : issueSentence(name === '' ? 'Variables' : name, message);
  };

interface FieldsProps {
  form: FormOf<CallDraft>;
  assistants: readonly Assistant[];
  numbers: readonly OwnNumber[];
  contact: Contact | undefined;
  problem: Problem | null;
}

const CalleeFields = ({ form, contact }: Pick<FieldsProps, 'form' | 'contact'>) => {
  const { contactId } = form.values;
  const number = form.bind('toNumber');
  return (
    <>
      <TextField
        label="Phone number"
        type="tel"
        {...number}
        value={contactId === null ? number.value : (contact?.phone ?? '')}
        disabled={contactId !== null}
        required={contactId === null}
        hint={contactId === null ? 'With its country code, such as +14155550123.' : "The contact's own number."}
      />
      <ContactSearch
        label="Contact"
        {...form.bind('contactId')}
        hint={contactId === null ? 'Or choose a contact instead of a number.' : 'Empty it to type a number instead.'}
        hasPhone
      />
    </>
  );
};

const CallFields = ({ form, assistants, numbers, contact, problem }: FieldsProps) => {
  const usual = defaultCallerId(numbers, form.values.assistantId);
  return (
    <>
      <SelectField
        label="Assistant"
        {...form.bind('assistantId')}
        none="Choose an assistant"
        required
        choices={assistants.map(({ id, name }) => ({ value: id, words: name }))}
        hint={
          assistants.length === 0 ? (
            <>
              No assistant may place calls. <a href="/assistants">Switch it on for one</a>
            </>
          ) : undefined
        }
      />
      <SelectField
        label="From"
        {...form.bind('fromNumberId')}
        none={usual === undefined ? 'No active number' : `Default: ${usual.phone_number}`}
        choices={activeNumbers(numbers).map(({ id, phone_number }) => ({ value: id, words: phone_number }))}
        hint={
          usual === undefined ? (
            <a href="/phone-numbers">Get a number to call from</a>
          ) : (
            "The default is the assistant's oldest number, else the team's."
          )
        }
      />
      <CalleeFields form={form} contact={contact} />
      <TextField
        label="Start at"
        type="datetime-local"
        {...form.bind('startAt', 'scheduledAt')}
        hint={`In ${ownZone()}. Empty: now.`}
      />
      <VariablesField
        variables={form.values.variables}
        onVariables={(variables) => form.set({ variables })}
        errorFor={variableProblem(problem)}
      />
    </>
  );
};

/** What is asked before the phone rings. */
const questionOf = (draft: CallDraft, { assistants, numbers, contact }: Omit<FieldsProps, 'form' | 'problem'>) => {
  const chosen = numbers.find(({ id }) => id === draft.fromNumberId) ?? defaultCallerId(numbers, draft.assistantId);
  const scheduledAt = momentOf(draft.startAt);
  return callQuestion({
    callee: contact ? calleeWords(contactName(contact), contact.phone) : withoutSeparators(draft.toNumber),
    assistant: assistants.find(({ id }) => id === draft.assistantId)?.name ?? draft.assistantId,
    from: chosen?.phone_number,
    when: scheduledAt && shownTime(scheduledAt, undefined, now()),
  });
};

interface NewCallFormProps extends Pick<FieldsProps, 'assistants' | 'numbers'> {
  onClose: () => void;
}

const NewCallForm = ({ assistants, numbers, onClose }: NewCallFormProps) => {
  const { query, go } = useAddress();
  const command = useCommand(
    async (idempotencyKey, draft: CallDraft) => {
      const { call } = await api.createCall(requestOf(draft, teamId.value), { idempotencyKey });
      onClose();
      go(`/calls/${call.id}`);
      await refresh('listCalls');
    },
    { inForm: true },
  );
  const form = useForm(draftFor(assistants, query), command.problem);
  const { contactId } = form.values;
  const read = useRead('getContact', contactId === null ? null : { id: contactId }, { dropPrevious: true });
  const contact = contactId === null ? undefined : read.data?.contact;
  const askFirst = async (): Promise<void> => {
    const draft = form.values;
    const question = questionOf(draft, { assistants, numbers, contact });
    if (await confirm({ ...question, yes: 'Call' })) await command.run(draft);
  };
  return (
    <Form
      submit="Call"
      command={command}
      onSubmit={() => void askFirst()}
      onCancel={onClose}
      disabled={!may('operate') || (contactId !== null && read.isPending)}
    >
      <CallFields form={form} assistants={assistants} numbers={numbers} contact={contact} problem={command.problem} />
    </Form>
  );
};

/** Calls one person, now or later. The address may name the contact or number, and the assistant. */
export const NewCallDialog = () => {
  const { change } = useAddress();
  const close = (): void => change({ new: null, by: null, to: null }, { replace: true });
  const assistants = useRead('listAssistants', { accountSlug: accountSlug.value, limit: ASSISTANTS_MAX });
  const numbers = useRead('listPhoneNumbers', { teamId: teamId.value });
  return (
    <Dialog title="New call" onClose={close}>
      <State of={assistants}>
        {(listed) => (
          <State of={numbers}>
            {(owned) => (
              <NewCallForm
                assistants={listed.assistants.filter(({ outbound_enabled }) => outbound_enabled)}
                numbers={owned.numbers}
                onClose={close}
              />
            )}
          </State>
        )}
      </State>
    </Dialog>
  );
};
