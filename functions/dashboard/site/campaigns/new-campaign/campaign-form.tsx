import { useEffect } from 'preact/hooks';
import { useRead } from '#functions/dashboard/site/api/query.ts';
import { Button } from '#functions/dashboard/site/components/button.tsx';
import { CompanyChoice } from '#functions/dashboard/site/components/choosing/company-choice.tsx';
import { confirm } from '#functions/dashboard/site/components/confirm.tsx';
import { SelectField, TextAreaField, TextField } from '#functions/dashboard/site/components/form/fields.tsx';
import { Form } from '#functions/dashboard/site/components/form/form.tsx';
import { now } from '#functions/dashboard/site/format/clock.ts';
import { localMinuteOf, ownZone } from '#functions/dashboard/site/format/time.ts';
import { counted } from '#functions/dashboard/site/format/words.ts';
import { accountSlug, may, teamId } from '#functions/dashboard/site/session/session.ts';
import { ContactChoice } from './contact-choice.tsx';
import { proposedNumbers } from './draft.ts';
import { NumberChoice } from './number-choice.tsx';
import type { CampaignForm, CampaignFormValues } from './use-campaign-form.ts';
import { WindowFields } from './window-fields.tsx';

const ASSISTANTS_LISTED = 200;

const useChoices = (companyId: string) => {
  const assistants = useRead('listAssistants', { accountSlug: accountSlug.value, limit: ASSISTANTS_LISTED });
  const numbers = useRead('listPhoneNumbers', { teamId: teamId.value });
  const company = useRead('getCompany', companyId === '' ? null : { id: companyId });
  return {
    assistants: (assistants.data?.assistants ?? []).filter(({ outbound_enabled }) => outbound_enabled),
    hasNoAssistant: assistants.data?.count === 0,
    numbers: (numbers.data?.numbers ?? []).filter(({ status }) => status === 'active'),
    companyCount: companyId === '' ? undefined : company.data?.company.contact_count,
  };
};

type Choices = ReturnType<typeof useChoices>;

/** As long as nobody has chosen, the proposed numbers follow the assistant. */
const useProposedNumbers = ({ form }: CampaignForm, { numbers }: Choices): void => {
  const { assistantId, fromNumberIds } = form.values;
  const hasNumbers = numbers.length > 0;
  useEffect(() => {
    if (hasNumbers && fromNumberIds.length === 0) form.set({ fromNumberIds: proposedNumbers(numbers, assistantId) });
  }, [hasNumbers]);
};

const WhoCallsWhom = ({ campaign: { form }, choices }: { campaign: CampaignForm; choices: Choices }) => {
  const { values } = form;
  const { assistants, numbers, companyCount, hasNoAssistant } = choices;
  const assistant = form.bind('assistantId');
  const chooseAssistant = (assistantId: string): void =>
    form.set({ assistantId, fromNumberIds: proposedNumbers(numbers, assistantId) });
  return (
    <>
      <h2>Who calls whom</h2>
      <TextField label="Name" required {...form.bind('name')} />
      <SelectField
        label="Assistant"
        required
        none="Choose an assistant"
        choices={assistants.map(({ id, name }) => ({ value: id, words: name }))}
        hint={hasNoAssistant ? <a href="/assistants?new=assistant">Create an assistant first</a> : undefined}
        {...assistant}
        onValue={chooseAssistant}
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
    </>
  );
};

const startWords = (values: CampaignFormValues, contactCount: number | undefined): string => {
  const { name, maxConcurrentCalls, startAt } = values;
  const who = contactCount === undefined ? 'Its contacts' : counted(contactCount, 'contact');
  const when = startAt === '' ? 'now' : `from ${startAt.replace('T', ' ')} (${ownZone()})`;
  return `${who} of “${name}” will be called ${when}, at most ${maxConcurrentCalls} at once. Phones will ring.`;
};

/** Who calls whom, when and how often. Nothing rings before "Start calling", which asks first. */
export const CampaignFields = ({ campaign }: { campaign: CampaignForm }) => {
  const { form, problem, isBusy, showPreview, saveAsDraft, startCalling } = campaign;
  const { values } = form;
  const choices = useChoices(values.companyId);
  useProposedNumbers(campaign, choices);
  const start = async (): Promise<void> => {
    const title = values.startAt === '' ? 'Start calling?' : 'Start calling at that time?';
    const contactCount = values.who === 'all' ? choices.companyCount : values.chosen.length;
    if (await confirm({ title, body: startWords(values, contactCount), yes: 'Start calling' })) startCalling();
  };
  const disabled = !may('operate');
  return (
    <Form
      submit="Start calling"
      command={{ problem, isBusy }}
      disabled={disabled}
      onSubmit={() => void start()}
      actions={
        <>
          <Button isBusy={isBusy} disabled={disabled} onClick={showPreview}>
            Preview
          </Button>
          <Button isBusy={isBusy} disabled={disabled} onClick={saveAsDraft}>
            Save as draft
          </Button>
        </>
      }
    >
      <WhoCallsWhom campaign={campaign} choices={choices} />
      <h2>When and how often</h2>
      <WindowFields bind={form.bind} />
      <TextField
        label="Start at"
        type="datetime-local"
        min={localMinuteOf(now().toISOString())}
        hint={`In ${ownZone()}; empty: when you press “Start calling”. A draft has no start time.`}
        {...form.bind('startAt', 'scheduledStartAt')}
      />
      <TextAreaField label="Description" rows={2} {...form.bind('description')} />
    </Form>
  );
};
