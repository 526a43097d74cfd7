import { useRef, useState } from 'preact/hooks';
import { api } from '#functions/dashboard/site/api/client.ts';
import type { Problem } from '#functions/dashboard/site/api/problem.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { refreshCampaigns } from '#functions/dashboard/site/campaigns/campaign-commands.tsx';
import { type Form, useForm } from '#functions/dashboard/site/components/form/use-form.ts';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { momentOf } from '#functions/dashboard/site/format/time.ts';
import type { OutputOf } from '#shared/client/client.ts';
import type { ChosenContact } from './contact-choice.tsx';
import type { DraftValues, SavedDraft } from './draft.ts';
import type { RestoredDraft } from './restored-draft.ts';
import { saveDraft } from './save-draft.ts';

export interface CampaignFormValues extends Omit<DraftValues, 'contactIds'> {
  chosen: ChosenContact[];
  startAt: string;
}

const NEW_CAMPAIGN: CampaignFormValues = {
  name: '',
  description: '',
  assistantId: '',
  companyId: '',
  fromNumberIds: [],
  who: 'all',
  chosen: [],
  windowStart: '',
  windowEnd: '',
  timezone: '',
  maxConcurrentCalls: '3',
  maxAttemptsPerContact: '3',
  retryDelayMinutes: '60',
  startAt: '',
};

const NEW_CAMPAIGN_PATH = '/campaigns/new';

export interface Preview {
  answer: OutputOf<'runCampaign'>;
  contactCount: number;
}

export interface CampaignForm {
  form: Form<CampaignFormValues>;
  problem: Problem | null;
  isBusy: boolean;
  /** What is under way, in words. */
  progress: string | null;
  preview: Preview | null;
  showPreview(): void;
  saveAsDraft(): void;
  startCalling(): void;
}

const draftOf = ({ chosen, startAt: _, ...values }: CampaignFormValues): DraftValues => ({
  ...values,
  contactIds: chosen.map(({ id }) => id),
});

/** One draft is kept while the form is open: the preview makes it, saving and starting use it. Its id is in the address. */
const useDraft = (restored: SavedDraft | null) => {
  const saved = useRef(restored);
  const { change } = useAddress();
  const [progress, setProgress] = useState<string | null>(null);
  const keep = (draft: SavedDraft): void => {
    saved.current = draft;
    // Whoever has gone to another page meanwhile stays there.
    if (location.pathname === NEW_CAMPAIGN_PATH) change({ draft: draft.id }, { replace: true });
  };
  const save = async (values: CampaignFormValues, key: string): Promise<SavedDraft> => {
    try {
      return await saveDraft(draftOf(values), saved.current, key, { report: setProgress, keep });
    } finally {
      setProgress(null);
      await refresh('listCampaigns');
    }
  };
  return { save, progress };
};

/** Starts a saved draft: at its time, or now. */
const start = async ({ id }: SavedDraft, startAt: string, key: string): Promise<void> => {
  const scheduledStartAt = momentOf(startAt);
  if (scheduledStartAt !== null) await api.updateCampaign({ id, scheduledStartAt });
  else notify((await api.runCampaign({ id }, { idempotencyKey: `${key}-run` })).message);
  await refreshCampaigns();
};

/** The form of a new campaign and what its three buttons do. */
export const useCampaignForm = (restored: RestoredDraft | null, zone: string): CampaignForm => {
  const { go } = useAddress();
  const { save, progress } = useDraft(restored?.saved ?? null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const inForm = { inForm: true };
  const previewing = useCommand(async (key, values: CampaignFormValues) => {
    const draft = await save(values, key);
    const answer = await api.runCampaign({ id: draft.id, dryRun: true });
    setPreview({ answer, contactCount: draft.contactIds.length });
  }, inForm);
  const saving = useCommand(async (key, values: CampaignFormValues) => {
    const { id } = await save(values, key);
    notify('The draft is saved.');
    go(`/campaigns/${id}`);
  }, inForm);
  const starting = useCommand(async (key, values: CampaignFormValues) => {
    const draft = await save(values, key);
    await start(draft, values.startAt, key);
    go(`/campaigns/${draft.id}`);
  }, inForm);
  const commands = [previewing, saving, starting];
  const problem = commands.find((command) => command.problem)?.problem ?? null;
  const form = useForm(restored?.values ?? { ...NEW_CAMPAIGN, timezone: zone }, problem);
  const only = (command: typeof previewing): void => {
    for (const other of commands) other.clear();
    void command.run(form.values);
  };
  return {
    form,
    problem,
    isBusy: commands.some((command) => command.isBusy),
    progress,
    preview,
    showPreview: () => only(previewing),
    saveAsDraft: () => only(saving),
    startCalling: () => only(starting),
  };
};
