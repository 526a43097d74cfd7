import { LIVE_POLL_MS, SLOW_POLL_MS, useRead } from '#functions/dashboard/site/api/query.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { SelectField } from '#functions/dashboard/site/components/form/fields.tsx';
import { unbound } from '#functions/dashboard/site/components/form/use-form.ts';
import { Pager } from '#functions/dashboard/site/components/pager.tsx';
import { Table } from '#functions/dashboard/site/components/table.tsx';
import { statusWords } from '#functions/dashboard/site/format/words.ts';
import { Page } from '#functions/dashboard/site/layout/page.tsx';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import { teamId } from '#functions/dashboard/site/session/session.ts';
import type { OutputOf } from '#shared/client/client.ts';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '#shared/domain/campaign/status.ts';
import { CAMPAIGN_COLUMNS, isMoving } from './campaign-list.tsx';

const ROWS = 50;
const STATUS_CHOICES = CAMPAIGN_STATUSES.map((status) => ({ value: status, words: statusWords(status) }));

const statusIn = (value: string | undefined): CampaignStatus | undefined =>
  CAMPAIGN_STATUSES.find((status) => status === value);

const poll = (data: OutputOf<'listCampaigns'> | undefined): number | false => {
  if (!data?.campaigns.some(isMoving)) return false;
  return data.campaigns.some(({ status }) => status === 'running') ? LIVE_POLL_MS : SLOW_POLL_MS;
};

const NewCampaignLink = () => (
  <a class="button primary" href="/campaigns/new">
    New campaign
  </a>
);

const Empty = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <p>No campaign has this status.</p>
  ) : (
    <p>There is no campaign yet. A campaign calls a list of contacts, each at most as often as you allow.</p>
  );

export const CampaignsPage = () => {
  const { query, change, with: addressWith } = useAddress();
  const status = statusIn(query.status);
  const offset = Number(query.offset ?? 0);
  const list = useRead(
    'listCampaigns',
    { teamId: teamId.value, limit: ROWS, offset, ...(status && { status }) },
    { poll },
  );
  return (
    <Page title="Campaigns" actions={<NewCampaignLink />}>
      <div class="filters">
        <SelectField
          label="Status"
          none="All"
          choices={STATUS_CHOICES}
          {...unbound(status ?? '', (value) => change({ status: value, offset: null }))}
        />
      </div>
      <State of={list}>
        {({ campaigns, count, limit }) => (
          <>
            <Table
              label="Campaigns"
              columns={CAMPAIGN_COLUMNS}
              rows={campaigns}
              keyOf={({ id }) => id}
              empty={<Empty isFiltered={status !== undefined} />}
            />
            <Pager
              offset={offset}
              limit={limit}
              count={count}
              addressAt={(at) => addressWith({ offset: String(at) })}
            />
          </>
        )}
      </State>
    </Page>
  );
};
