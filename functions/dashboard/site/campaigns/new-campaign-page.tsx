import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh, useRead } from '#functions/dashboard/site/api/query.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { Button } from '#functions/dashboard/site/components/button.tsx';
import { CompanyChoice } from '#functions/dashboard/site/components/company-choice.tsx';
import { confirm } from '#functions/dashboard/site/components/confirm.tsx';
import { SelectField, TextAreaField, TextField } from '#functions/dashboard/site/components/fields.tsx';
import { Form } from '#functions/dashboard/site/components/form.tsx';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { useForm } from '#functions/dashboard/site/components/use-form.ts';
import { momentOf } from '#functions/dashboard/site/format/time.ts';
import { counted } from '#functions/dashboard/site/format/words.ts';
import { Page } from '#functions/dashboard/site/layout/page.tsx';
import { accountSlug, may, teamId } from '#functions/dashboard/site/session/session.ts';
import type { OutputOf } from '#shared/client/client.ts';
import { refreshCampaigns } from './campaign-commands.tsx';
import { CampaignPreview } from './campaign-preview.tsx';
import { type ChosenContact, ContactChoice } from './contact-choice.tsx';
import { type DraftValues, proposedNumbers, type SavedDraft } from './draft.ts';
import { NumberChoice } from './number-choice.tsx';
import { saveDraft } from './save-draft.ts';
import { ownZone, WindowFields } from './window-fields.tsx';

interface Values extends Omit<DraftValues, 'contactIds'> {
  chosen: ChosenContact[];
  startAt: string;
}

const CAMPAIGNS = { href: '/campaigns', words: 'Campaigns' };
const ASSISTANTS_LISTED = 200;

const initialValues = (): Values => ({
  name: '',
  description: '',
  assistantId: '',
  companyId: '',
  fromNumberIds: [],
  who: 'all',
  chosen: [],
  windowStart: '',
  windowEnd: '',
  timezone: ownZone(),
  maxConcurrentCalls: '3',
  maxAttemptsPerContact: '3',
  retryDelayMinutes: '60',
  startAt: '',
});

const draftOf = ({ chosen, startAt: _, ...values }: Values): DraftValues => ({
  ...values,
  contactIds: chosen.map(({ id }) => id),
});

const useChoices = (companyId: string) => {
  const assistants = useRead('listAssistants', { accountSlug: accountSlug.value, limit: ASSISTANTS_LISTED });
  const numbers = useRead('listPhoneNumbers', { teamId: teamId.value });
  const company = useRead('getCompany', companyId === '' ? null : { id: companyId });
  return {
    assistants: (assistants.data?.assistants ?? []).filter(({ outbound_enabled }) => outbound_enabled),
    numbers: (numbers.data?.numbers ?? []).filter(({ status }) => status === 'active'),
    companyCount: companyId === '' ? undefined : company.data?.company.contact_count,
  };
};

interface Preview {
  answer: OutputOf<'runCampaign'>;
  contactCount: number;
}

/** One draft is kept while the form is open: the preview makes it, saving and starting use it. */
const useDraft = () => {
  const saved = useRef<SavedDraft | null>(null);
  const [progress, setProgress] = useState<string | null>(null);
  const save = async (values: Values, key: string): Promise<SavedDraft> => {
    const keep = (draft: SavedDraft): void => {
      saved.current = draft;
    };
    try {
      return await saveDraft(draftOf(values), saved.current, key, { report: setProgress, keep });
    } finally {
      setProgress(null);
      await refresh('listCampaigns');
    }
  };
  return { save, progress };
};

const startWords = ({ name, maxConcurrentCalls, startAt }: Values, contactCount: number | undefined): string => {
  const who = contactCount === undefined ? 'Its contacts' : counted(contactCount, 'contact');
  const when = startAt === '' ? 'now' : `from ${startAt.replace('T', ' ')} (${ownZone()})`;
  return `${who} of “${name}” will be called ${when}, at most ${maxConcurrentCalls} at once. Phones will ring.`;
};

export const NewCampaignPage = () => {
  const { go } = useAddress();
  const { save, progress } = useDraft();
  const [preview, setPreview] = useState<Preview | null>(null);
  const previewing = useCommand(
    async (key, values: Values) => {
      const draft = await save(values, key);
      const answer = await api.runCampaign({ id: draft.id, dryRun: true });
      setPreview({ answer, contactCount: draft.contactIds.length });
    },
    { inForm: true },
  );
  const saving = useCommand(
    async (key, values: Values) => {
      const draft = await save(values, key);
      notify('The draft is saved.');
      go(`/campaigns/${draft.id}`);
    },
    { inForm: true },
  );
  const starting = useCommand(
    async (key, values: Values) => {
      const draft = await save(values, key);
      const scheduledStartAt = momentOf(values.startAt);
      if (scheduledStartAt !== null) await api.updateCampaign({ id: draft.id, scheduledStartAt });
      else notify((await api.runCampaign({ id: draft.id }, { idempotencyKey: `${key}-run` })).message);
      await refreshCampaigns();
      go(`/campaigns/${draft.id}`);
    },
    { inForm: true },
  );
  const commands = [previewing, saving, starting];
  const problem = commands.find((command) => command.problem)?.problem ?? null;
  const isBusy = commands.some((command) => command.isBusy);
  const form = useForm(initialValues(), problem);
  const { values } = form;
  const { assistants, numbers, companyCount } = useChoices(values.companyId);
  const proposed = proposedNumbers(numbers, values.assistantId).join();
  useEffect(() => form.set({ fromNumberIds: proposed === '' ? [] : proposed.split(',') }), [proposed]);
  const contactCount = values.who === 'all' ? companyCount : values.chosen.length;
  const only = (command: typeof previewing): Promise<boolean> => {
    for (const other of commands) other.clear();
    return command.run(values);
  };
  const start = async (): Promise<void> => {
    const title = values.startAt === '' ? 'Start calling?' : 'Start calling at that time?';
    if (await confirm({ title, body: startWords(values, contactCount), yes: 'Start calling' })) await only(starting);
  };
  return (
    <Page title="New campaign" back={CAMPAIGNS}>
      <Form
        submit="Start calling"
        command={{ problem, isBusy }}
        disabled={!may('operate')}
        onSubmit={() => void start()}
        actions={
          <>
            <Button isBusy={isBusy} disabled={!may('operate')} onClick={() => void only(previewing)}>
              Preview
            </Button>
            <Button isBusy={isBusy} disabled={!may('operate')} onClick={() => void only(saving)}>
              Save as draft
            </Button>
          </>
        }
      >
        <h2>Who calls whom</h2>
        <TextField label="Name" required {...form.bind('name')} />
        <SelectField
          label="Assistant"
          required
          none="Choose an assistant"
          choices={assistants.map(({ id, name }) => ({ value: id, words: name }))}
          hint={assistants.length === 0 ? <a href="/assistants?new=assistant">Create an assistant first</a> : undefined}
          {...form.bind('assistantId')}
        />
        <CompanyChoice required {...form.bind('companyId')} />
        <ContactChoice
          companyId={values.companyId}
          companyCount={companyCount}
          who={values.who}
          onWho={(who) => form.set({ who })}
          chosen={values.chosen}
          onChosen={(chosen) => form.set({ chosen })}
        />
        <NumberChoice label="Phone numbers" numbers={numbers} {...form.bind('fromNumberIds')} />
        <h2>When and how often</h2>
        <WindowFields form={form as never} />
        <TextField
          label="Start at"
          type="datetime-local"
          hint={`In ${ownZone()}; empty: when you press “Start calling”. A draft has no start time.`}
          {...form.bind('startAt', 'scheduledStartAt')}
        />
        <TextAreaField label="Description" rows={2} {...form.bind('description')} />
      </Form>
      {progress && (
        <p class="hint" role="status">
          {progress}
        </p>
      )}
      {preview && <CampaignPreview of={preview.answer} contactCount={preview.contactCount} />}
    </Page>
  );
};
