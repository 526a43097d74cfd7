import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { InsertVariable } from '#functions/dashboard/site/assistants/prompt/insert-variable.tsx';
import { offeredVariables } from '#functions/dashboard/site/assistants/prompt/offered-variables.ts';
import type { Preview } from '#functions/dashboard/site/assistants/prompt/use-preview-subjects.ts';
import { Button } from '#functions/dashboard/site/components/button.tsx';
import {
  CheckField,
  SelectField,
  TextAreaField,
  TextField,
} from '#functions/dashboard/site/components/form/fields.tsx';
import { Form } from '#functions/dashboard/site/components/form/form.tsx';
import { may } from '#functions/dashboard/site/session/session.ts';
import { LANGUAGES, PROVIDER_CHOICES, TRANSCRIBERS, VOICE_PROVIDER_CHOICES } from './assistant-choices.ts';
import type { Assistant } from './assistant-values.ts';
import { TEMPLATE_WORDS } from './template-words.ts';
import type { AssistantForm } from './use-assistant-form.ts';

interface AssistantFieldsProps extends Pick<Preview, 'contact' | 'company'> {
  edited: AssistantForm;
  assistant: Assistant;
}

type PartProps = Pick<AssistantForm, 'form'>;

const Group = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <fieldset>
    <legend>{title}</legend>
    <div class="fields">{children}</div>
  </fieldset>
);

const LanguageModel = ({ form }: PartProps) => (
  <Group title="Language model">
    <SelectField label="Provider" choices={PROVIDER_CHOICES} {...form.bind('provider')} />
    <TextField label="Model" {...form.bind('model')} />
    <TextField
      label="Temperature"
      type="number"
      step="any"
      required
      hint="0 always says the likeliest, 2 is the most varied."
      {...form.bind('temperature')}
    />
    <TextField
      label="Max tokens"
      type="number"
      step="any"
      required
      hint="The most that one answer may take."
      {...form.bind('max_tokens')}
    />
  </Group>
);

const Voice = ({ form }: PartProps) => (
  <Group title="Voice">
    <SelectField label="Voice provider" choices={VOICE_PROVIDER_CHOICES} {...form.bind('voice_provider')} />
    <TextField label="Voice model" {...form.bind('voice_model')} />
    <TextField label="Voice ID" {...form.bind('voice_id')} />
    <TextField label="Voice name" hint="For people only." {...form.bind('voice_name')} />
  </Group>
);

const Transcription = ({ form }: PartProps) => (
  <Group title="Transcription">
    <TextField label="Transcription provider" suggestions={TRANSCRIBERS} {...form.bind('transcriptor_provider')} />
    <TextField label="Transcription model" {...form.bind('transcriptor_model')} />
    <TextField
      label="Language"
      hint="A code such as en-US."
      suggestions={LANGUAGES}
      {...form.bind('transcriptor_language')}
    />
  </Group>
);

const Switches = ({ form }: PartProps) => (
  <Group title="Switches">
    <CheckField label="Recording" hint="Calls are recorded, both sides." {...form.bind('recording_enabled')} />
    <CheckField label="Inbound" hint="Answers calls to its numbers." {...form.bind('inbound_enabled')} />
    <CheckField label="Outbound" hint="May call people." {...form.bind('outbound_enabled')} />
  </Group>
);

const Says = ({ form, contact, company }: PartProps & Pick<Preview, 'contact' | 'company'>) => {
  const box = useRef<HTMLDivElement>(null);
  return (
    <fieldset>
      <legend>What it says</legend>
      <div class="fields" ref={box}>
        <TextAreaField label="First message" rows={3} {...form.bind('first_message')} />
        <TextAreaField label="System prompt" rows={18} {...form.bind('system_prompt')} />
        <InsertVariable
          box={box}
          groups={offeredVariables(contact, company)}
          onText={(name, text) => form.set({ [name]: text })}
        />
      </div>
    </fieldset>
  );
};

/** Everything about an assistant that can be set. */
export const AssistantFields = ({ edited, assistant, contact, company }: AssistantFieldsProps) => {
  const { form, save, discard } = edited;
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (save.problem) frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [save.problem]);
  return (
    <div class="assistant-form" ref={frame}>
      <Form
        label="Configuration"
        submit="Save"
        command={save}
        onSubmit={() => void save.run()}
        disabled={!form.isChanged || !may('operate')}
        actions={form.isChanged && <Button onClick={discard}>Discard changes</Button>}
      >
        <div class="card assistant-name">
          <TextField
            label="Name"
            isWide
            required
            hint={`Made from the template “${TEMPLATE_WORDS[assistant.type].name}”.`}
            {...form.bind('name')}
          />
        </div>
        <Says form={form} contact={contact} company={company} />
        <LanguageModel form={form} />
        <Voice form={form} />
        <Transcription form={form} />
        <Switches form={form} />
      </Form>
    </div>
  );
};
