import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { confirm } from '#functions/dashboard/site/components/confirm.tsx';
import { TextField } from '#functions/dashboard/site/components/form/fields.tsx';
import { Form } from '#functions/dashboard/site/components/form/form.tsx';
import { useFollowedForm } from '#functions/dashboard/site/components/form/use-followed-form.ts';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { accountSlug, may } from '#functions/dashboard/site/session/session.ts';
import {
  type Account,
  endingWords,
  type RetentionValues,
  retentionChanges,
  retentionValues,
} from './retention-values.ts';

/** For how long what was said and recorded is kept. Whoever shortens it is asked first. */
export const RetentionForm = ({ account }: { account: Account }) => {
  const save = useCommand(
    async (_key, values: RetentionValues) => {
      const answer = await api.updateAccount({
        accountSlug: accountSlug.value,
        ...retentionChanges(form.began, values),
      });
      form.reset(retentionValues(answer.account));
      notify('Saved. What is older goes within the hour.');
      await refresh('getAccount');
    },
    { inForm: true },
  );
  const form = useFollowedForm(retentionValues(account), save.problem);
  const isReadOnly = !may('full');
  const submit = async (): Promise<void> => {
    const body = endingWords(form.began, form.values);
    const isWanted =
      body === null || (await confirm({ title: 'Delete what is older?', body, yes: 'Delete', isDangerous: true }));
    if (isWanted) await save.run(form.values);
  };
  return (
    <Form
      submit="Save"
      label="Retention"
      command={save}
      disabled={isReadOnly || !form.isChanged}
      onSubmit={() => void submit()}
    >
      <div class="fields">
        <TextField
          label="Transcripts (days)"
          type="number"
          disabled={isReadOnly}
          hint="What was said, and what was found in it. Empty: kept for good."
          {...form.bind('transcripts', 'transcriptRetentionDays')}
        />
        <TextField
          label="Recordings (days)"
          type="number"
          disabled={isReadOnly}
          hint="Empty: kept for good."
          {...form.bind('recordings', 'recordingRetentionDays')}
        />
      </div>
    </Form>
  );
};
