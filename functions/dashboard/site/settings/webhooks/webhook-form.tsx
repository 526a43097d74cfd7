import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { CheckField, TextField } from '#functions/dashboard/site/components/form/fields.tsx';
import { Form } from '#functions/dashboard/site/components/form/form.tsx';
import { useFollowedForm } from '#functions/dashboard/site/components/form/use-followed-form.ts';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { accountSlug, may } from '#functions/dashboard/site/session/session.ts';
import type { KindWords } from './kinds.ts';
import { type ListedWebhook, settingToPut, type WebhookValues, webhookValues } from './webhook-setting.ts';

interface WebhookFormProps {
  words: KindWords;
  webhook: ListedWebhook | undefined;
}

const save = async (kind: KindWords['kind'], shown: WebhookValues, values: WebhookValues): Promise<ListedWebhook> => {
  const { webhooks } = await api.listWebhooks({ accountSlug: accountSlug.value });
  const setNow = webhooks.find((one) => one.kind === kind);
  const setting = settingToPut(setNow, shown, values);
  const { webhook } = await api.setWebhook({ accountSlug: accountSlug.value, kind, ...setting });
  return webhook;
};

/** Where events of a kind are sent, and which. */
export const WebhookForm = ({ words: { kind, events }, webhook }: WebhookFormProps) => {
  const command = useCommand(
    async (_key, values: WebhookValues) => {
      const saved = await save(kind, form.began, values);
      form.reset(webhookValues(saved));
      notify(saved.enabled ? `Saved: ${events} are sent to ${saved.url}` : `Saved: no ${events} are sent.`);
      await refresh('listWebhooks');
    },
    { inForm: true },
  );
  const form = useFollowedForm(webhookValues(webhook), command.problem);
  const isReadOnly = !may('full');
  return (
    <Form submit="Save" command={command} disabled={isReadOnly} onSubmit={() => void command.run(form.values)}>
      <TextField
        label="URL"
        isWide
        required
        disabled={isReadOnly}
        placeholder="https://hooks.example.com/events"
        hint="A public https:// address. It answers 2xx within five seconds; what it does not accept is sent again."
        {...form.bind('url')}
      />
      <CheckField
        label="Enabled"
        disabled={isReadOnly}
        hint="Off: nothing is sent, and what waits to be sent is given up."
        {...form.bind('enabled')}
      />
      {kind === 'call' && (
        <CheckField
          label="Also send call.concluded"
          disabled={isReadOnly}
          hint="Once a call's transcript, summary and findings are there."
          {...form.bind('concluded', 'extraEvents')}
        />
      )}
    </Form>
  );
};
