import { LIVE_POLL_MS, SLOW_POLL_MS, useRead } from '#functions/dashboard/site/api/query.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { CallExport } from '#functions/dashboard/site/calls/list/call-export.tsx';
import { type Filters, filtersIn, isFiltered, listingOf } from '#functions/dashboard/site/calls/list/call-filters.ts';
import { callColumns } from '#functions/dashboard/site/calls/list/call-table.tsx';
import { CallFilters } from '#functions/dashboard/site/calls/list/filter-fields.tsx';
import { NewCallDialog } from '#functions/dashboard/site/calls/new-call/new-call-dialog.tsx';
import { CursorPager } from '#functions/dashboard/site/components/cursor-pager.tsx';
import type { Choice } from '#functions/dashboard/site/components/form/choice.ts';
import { Table } from '#functions/dashboard/site/components/table.tsx';
import { useContactNames } from '#functions/dashboard/site/components/use-contact-names.ts';
import { now } from '#functions/dashboard/site/format/clock.ts';
import { Page } from '#functions/dashboard/site/layout/page.tsx';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import { accountSlug, teamId } from '#functions/dashboard/site/session/session.ts';
import type { OutputOf } from '#shared/client/client.ts';
import { paceOfStatus } from './call-state.ts';

const ROWS = 25;
/** The most that the API lists at once. */
const CHOICES_MAX = 200;

type Listed = OutputOf<'listCalls'>;

/** The first page is also looked at for calls that somebody else, or a campaign, begins. */
const pollOf =
  (isFirstPage: boolean) =>
  (data: Listed | undefined): number | false => {
    const isAnyLive = data?.calls.some((call) => paceOfStatus(call, now()) === 'live');
    if (isAnyLive) return LIVE_POLL_MS;
    return isFirstPage ? SLOW_POLL_MS : false;
  };

type Named = readonly { id: string; name: string }[] | undefined;

const namesOf = (named: Named): ReadonlyMap<string, string> => new Map(named?.map(({ id, name }) => [id, name]));

const choicesOf = (named: Named): Choice[] => (named ?? []).map(({ id, name }) => ({ value: id, words: name }));

const Empty = ({ filters, newCall, clear }: { filters: Filters; newCall: string; clear: string }) =>
  isFiltered(filters) ? (
    <>
      <p>No call matches these filters.</p>
      <a href={clear}>Clear filters</a>
    </>
  ) : (
    <>
      <p>There is no call yet. Call somebody now, or let a campaign call a list of contacts.</p>
      <p>
        <a href={newCall}>Call somebody</a> or <a href="/campaigns/new">plan a campaign</a>
      </p>
    </>
  );

export const CallsPage = () => {
  const { query, with: addressWith } = useAddress();
  const { cursor } = query;
  const filters = filtersIn(query);
  const listing = { teamId: teamId.value, limit: ROWS, ...listingOf(filters) };
  const list = useRead('listCalls', { ...listing, ...(cursor !== undefined && { cursor }) }, { poll: pollOf(!cursor) });
  const assistants = useRead('listAssistants', { accountSlug: accountSlug.value, limit: CHOICES_MAX });
  const campaigns = useRead('listCampaigns', { teamId: teamId.value, limit: CHOICES_MAX, deleted: 'include' });
  const calls = list.data?.calls ?? [];
  const ids = [...calls.map(({ contact_id }) => contact_id), filters.contact ?? null];
  const names = useContactNames(ids.filter((id) => id !== null));
  const campaignNames = namesOf(campaigns.data?.campaigns);
  const newCall = addressWith({ new: 'call' });
  const clear = '/calls';
  return (
    <Page
      title="Calls"
      actions={
        <>
          <CallExport listing={listing} assistants={namesOf(assistants.data?.assistants)} campaigns={campaignNames} />
          <a class="button primary" href={newCall}>
            New call
          </a>
        </>
      }
    >
      {query.new === 'call' ? (
        // The fields of the dialog have the names of some of the filters; each name is there once.
        <div class="filters-away" />
      ) : (
        <CallFilters
          filters={filters}
          assistants={choicesOf(assistants.data?.assistants)}
          campaigns={choicesOf(campaigns.data?.campaigns)}
          contactName={names.get(filters.contact ?? '')}
          error={list.error}
        />
      )}
      <State of={list}>
        {(page) => (
          <>
            <Table
              label="Calls"
              columns={callColumns(names, campaignNames)}
              rows={page.calls}
              keyOf={({ id }) => id}
              empty={<Empty filters={filters} newCall={newCall} clear={clear} />}
            />
            <CursorPager page={page} noun="call" cursor={cursor} addressAt={(at) => addressWith({ cursor: at })} />
          </>
        )}
      </State>
      {query.new === 'call' && <NewCallDialog />}
    </Page>
  );
};
