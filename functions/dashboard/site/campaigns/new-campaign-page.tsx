import { useEffect, useState } from 'preact/hooks';
import { problemOf } from '#functions/dashboard/site/api/problem.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { CampaignFields } from '#functions/dashboard/site/campaigns/new-campaign/campaign-form.tsx';
import { CampaignPreview } from '#functions/dashboard/site/campaigns/new-campaign/campaign-preview.tsx';
import { type RestoredDraft, restoredDraft } from '#functions/dashboard/site/campaigns/new-campaign/restored-draft.ts';
import { useCampaignForm } from '#functions/dashboard/site/campaigns/new-campaign/use-campaign-form.ts';
import { Loading } from '#functions/dashboard/site/components/table.tsx';
import { ownZone } from '#functions/dashboard/site/format/time.ts';
import { Page } from '#functions/dashboard/site/layout/page.tsx';

const CAMPAIGNS = { href: '/campaigns', words: 'Campaigns' };

const NewCampaign = ({ restored }: { restored: RestoredDraft | null }) => {
  const campaign = useCampaignForm(restored, ownZone());
  const { progress, preview } = campaign;
  return (
    <>
      <CampaignFields campaign={campaign} />
      {progress && (
        <p class="hint" role="status">
          {progress}
        </p>
      )}
      {preview && <CampaignPreview of={preview.answer} contactCount={preview.contactCount} />}
    </>
  );
};

/** The draft that the address names, once it is read: null for none, or in words why it cannot be gone on with. */
const useRestored = (): { restored: RestoredDraft | null | undefined; problem: string | null } => {
  const { query } = useAddress();
  const [id] = useState(query.draft);
  const [restored, setRestored] = useState<RestoredDraft | null | undefined>(id === undefined ? null : undefined);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (id === undefined) return;
    restoredDraft(id, ownZone()).then(
      (draft) => (draft ? setRestored(draft) : setProblem('This campaign is no draft any more.')),
      (error) => setProblem(problemOf(error).words),
    );
  }, [id]);
  return { restored, problem };
};

export const NewCampaignPage = () => {
  const { restored, problem } = useRestored();
  return (
    <Page title="New campaign" back={CAMPAIGNS}>
      {problem ? (
        <p class="form-problem" role="alert">
          {problem}
        </p>
      ) : restored === undefined ? (
        <Loading />
      ) : (
        <NewCampaign restored={restored} />
      )}
    </Page>
  );
};
