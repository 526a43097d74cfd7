import { Badge } from '#functions/dashboard/site/components/badge.tsx';
import { Progress } from '#functions/dashboard/site/components/progress.tsx';
import type { Column } from '#functions/dashboard/site/components/table.tsx';
import { When } from '#functions/dashboard/site/components/when.tsx';
import type { OutputOf } from '#shared/client/client.ts';
import { answeredShare, progressWords } from './campaign-words.ts';

export type CampaignRow = OutputOf<'listCampaigns'>['campaigns'][number];

export const CAMPAIGN_COLUMNS: readonly Column<CampaignRow>[] = [
  {
    title: 'Name',
    cell: ({ id, name }) => (
      <a class="row-link" href={`/campaigns/${id}`}>
        {name}
      </a>
    ),
  },
  { title: 'Status', cell: ({ status }) => <Badge status={status} /> },
  {
    title: 'Progress',
    cell: (campaign) => (
      <div class="progress-cell">
        <Progress
          label={`Contacts completed of ${campaign.name}`}
          value={campaign.contacts_completed}
          max={campaign.total_contacts}
        />
        <span class="hint">{progressWords(campaign)}</span>
      </div>
    ),
  },
  {
    title: 'Answered',
    isNumber: true,
    cell: (campaign) => (
      <>
        {campaign.contacts_answered.toLocaleString('en')} <span class="hint">({answeredShare(campaign)})</span>
      </>
    ),
  },
  {
    title: 'Created',
    isMinor: true,
    cell: ({ created_at }) => <When at={created_at} />,
  },
];

/** Whether a campaign of the list may move by itself. */
export const isMoving = ({ status }: Pick<CampaignRow, 'status'>): boolean =>
  status === 'running' || status === 'scheduled';
