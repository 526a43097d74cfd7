import { useRoute } from 'preact-iso/router';
import { problemOf } from '#functions/dashboard/site/api/problem.ts';
import { LIVE_POLL_MS, SLOW_POLL_MS, useRead } from '#functions/dashboard/site/api/query.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { Badge } from '#functions/dashboard/site/components/badge.tsx';
import { When } from '#functions/dashboard/site/components/when.tsx';
import { Page, Section } from '#functions/dashboard/site/layout/page.tsx';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import { may } from '#functions/dashboard/site/session/session.ts';
import { takesCommand } from '#shared/domain/campaign/status.ts';
import { type Campaign, CampaignCommands } from './campaign-commands.tsx';
import { CampaignContacts } from './campaign-contacts.tsx';
import { CampaignProgress } from './campaign-progress.tsx';
import { CampaignSettings } from './campaign-settings.tsx';
import { waitingWords } from './campaign-words.ts';
import { EditCampaign } from './edit-campaign.tsx';
import { LiveCalls, useLiveCalls } from './live-calls.tsx';

const CAMPAIGNS = { href: '/campaigns', words: 'Campaigns' };

const liveCount = ({ contact_status_counts: counts }: Pick<Campaign, 'contact_status_counts'>): number =>
  (counts.dialing ?? 0) + (counts.in_progress ?? 0);

/** Nobody's, or somebody else's. */
const ELSEWHERE: readonly (number | null)[] = [403, 404];
/** Somebody else may start it. */
const CAN_BEGIN: readonly string[] = ['draft', 'scheduled', 'paused'];

const poll = (campaign: Campaign | undefined): number | false => {
  if (!campaign) return false;
  if (liveCount(campaign) > 0) return LIVE_POLL_MS;
  if (campaign.status === 'running') return campaign.waiting_reason === null ? LIVE_POLL_MS : SLOW_POLL_MS;
  return CAN_BEGIN.includes(campaign.status) ? SLOW_POLL_MS : false;
};

/** Why nothing moves, and until when. */
const WhyNot = ({ campaign }: { campaign: Campaign }) => {
  const { status, paused_reason, waiting_reason, waiting_until, scheduled_start_at, call_window_timezone } = campaign;
  if (status === 'paused' && paused_reason !== null) {
    return (
      <div class="banner bad" role="status">
        <p>Paused by the service: {paused_reason} Mend the cause, then resume.</p>
      </div>
    );
  }
  if (status === 'scheduled') {
    return (
      <div class="banner waiting" role="status">
        <p>
          Starts by itself at <When at={scheduled_start_at} />.
        </p>
      </div>
    );
  }
  if (waiting_reason === null) return null;
  return (
    <div class="banner waiting" role="status">
      <p>
        Waiting. {waitingWords(waiting_reason)} Dialling goes on at{' '}
        <When at={waiting_until} zone={waiting_reason === 'call_window' ? call_window_timezone : null} />.
      </p>
    </div>
  );
};

const Live = ({ campaign: { id, ...campaign }, beat }: { campaign: Campaign; beat: number }) => (
  <Section title="Live now">
    <LiveCalls isSteady calls={useLiveCalls(id, liveCount(campaign) > 0, beat)} />
  </Section>
);

const Opened = ({ campaign, beat }: { campaign: Campaign; beat: number }) => {
  const { query, with: addressWith, change } = useAddress();
  const { name, status } = campaign;
  const isEditable = takesCommand(status, 'change');
  return (
    <Page
      title={name}
      back={CAMPAIGNS}
      beside={<Badge status={status} />}
      actions={
        <>
          {isEditable && may('operate') && (
            <a
              class="button plain"
              href={status === 'draft' ? `/campaigns/new?draft=${campaign.id}` : addressWith({ edit: 'campaign' })}
            >
              Edit
            </a>
          )}
          <CampaignCommands campaign={campaign} />
        </>
      }
    >
      {campaign.description && <p>{campaign.description}</p>}
      <WhyNot campaign={campaign} />
      <CampaignProgress campaign={campaign} />
      {(status === 'running' || liveCount(campaign) > 0) && <Live campaign={campaign} beat={beat} />}
      <CampaignContacts campaign={campaign} beat={beat} below={<CampaignSettings campaign={campaign} />} />
      {query.edit === 'campaign' && isEditable && (
        <EditCampaign campaign={campaign} onClose={() => change({ edit: null })} />
      )}
    </Page>
  );
};

/** One campaign, which moves by itself. */
export const CampaignPage = () => {
  const { params } = useRoute();
  const campaign = useRead(
    'getCampaign',
    { id: params.id ?? '' },
    {
      poll: (data) => poll(data?.campaign),
      dropPrevious: true,
    },
  );
  if (campaign.data) {
    const { id } = campaign.data.campaign;
    return <Opened key={id} campaign={campaign.data.campaign} beat={campaign.dataUpdatedAt} />;
  }
  const isUnknown = campaign.error !== null && ELSEWHERE.includes(problemOf(campaign.error).status);
  return (
    <Page title={isUnknown ? 'No such campaign' : 'Campaign'} back={CAMPAIGNS}>
      {isUnknown ? (
        <p>There is no campaign with this id in your account.</p>
      ) : (
        <State of={campaign}>{() => null}</State>
      )}
    </Page>
  );
};
