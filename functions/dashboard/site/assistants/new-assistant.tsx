import { useEffect, useRef } from 'preact/hooks';
import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { Dialog } from '#functions/dashboard/site/components/dialog.tsx';
import { SelectField, TextField } from '#functions/dashboard/site/components/form/fields.tsx';
import { Form } from '#functions/dashboard/site/components/form/form.tsx';
import { useForm } from '#functions/dashboard/site/components/form/use-form.ts';
import { accountSlug, may } from '#functions/dashboard/site/session/session.ts';
import type { TemplateId } from '#shared/domain/assistant/templates.ts';
import { DEFAULT_TEMPLATE, TEMPLATE_IDS, TEMPLATE_WORDS } from './template-words.ts';

const CHOICES = TEMPLATE_IDS.map((value) => ({ value, words: TEMPLATE_WORDS[value].name }));

const TemplateLines = ({ chosen }: { chosen: string }) => (
  <dl class="template-lines">
    {TEMPLATE_IDS.map((id) => (
      <div key={id} class={id === chosen ? 'chosen' : undefined}>
        <dt>{TEMPLATE_WORDS[id].name}</dt>
        <dd>{TEMPLATE_WORDS[id].line}</dd>
      </div>
    ))}
  </dl>
);

/** Makes an assistant from a template, and goes on to its page. */
export const NewAssistant = ({ onClose }: { onClose: () => void }) => {
  const { go } = useAddress();
  const create = useCommand(
    async (idempotencyKey) => {
      const { name, templateId } = form.values;
      const { assistant } = await api.createAssistant(
        { accountSlug: accountSlug.value, name, templateId: templateId as TemplateId },
        { idempotencyKey },
      );
      await refresh('listAssistants');
      go(`/assistants/${encodeURIComponent(assistant.id)}`);
    },
    { inForm: true },
  );
  const form = useForm({ name: '', templateId: DEFAULT_TEMPLATE as string }, create.problem);
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => fields.current?.querySelector('input')?.focus(), []);
  return (
    <Dialog title="New assistant" onClose={onClose}>
      <div ref={fields}>
        <Form
          submit="Create"
          command={create}
          onSubmit={() => void create.run()}
          onCancel={onClose}
          disabled={!may('operate')}
        >
          <TextField label="Name" isWide required {...form.bind('name')} />
          <SelectField label="Template" isWide choices={CHOICES} {...form.bind('templateId')} />
          <TemplateLines chosen={form.values.templateId} />
        </Form>
      </div>
    </Dialog>
  );
};
