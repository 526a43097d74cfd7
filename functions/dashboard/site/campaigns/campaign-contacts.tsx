import type { ComponentChildren } from 'preact';
import { api } from '#functions/dashboard/site/api/client.ts';
import { useRead } from '#functions/dashboard/site/api/query.ts';
import { LIST_PAGE_ROWS } from '#functions/dashboard/site/api/read-all.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { Badge } from '#functions/dashboard/site/components/badge.tsx';
import { ExportButton } from '#functions/dashboard/site/components/export-button.tsx';
import { SelectField } from '#functions/dashboard/site/components/form/fields.tsx';
import { unbound } from '#functions/dashboard/site/components/form/use-form.ts';
import { Pager } from '#functions/dashboard/site/components/pager.tsx';
import { type Column, Table } from '#functions/dashboard/site/components/table.tsx';
import { When } from '#functions/dashboard/site/components/when.tsx';
import type { CsvColumn } from '#functions/dashboard/site/csv/write-csv.ts';
import { now } from '#functions/dashboard/site/format/clock.ts';
import { statusWords } from '#functions/dashboard/site/format/words.ts';
import { Section } from '#functions/dashboard/site/layout/page.tsx';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import { may } from '#functions/dashboard/site/session/session.ts';
import type { OutputOf } from '#shared/client/client.ts';
import { CONTACT_STATUSES, type ContactStatus, isWaiting } from '#shared/domain/campaign/contact-status.ts';
import { takesCommand } from '#shared/domain/campaign/status.ts';
import { AddContacts } from './add-contacts.tsx';
import type { Campaign } from './campaign-commands.tsx';
import { skipWords } from './campaign-words.ts';
import { nameOf } from './contact-name.ts';
import { RemoveContact } from './remove-contact.tsx';

type Row = OutputOf<'listCampaignContacts'>['contacts'][number];

const ROWS = 50;

/** A time that has passed says nothing but that it is somebody's turn. */
const NextAttempt = ({ status, next_attempt_at: at }: Row) => {
  if (at === null || !isWaiting(status)) return <span class="none">—</span>;
  return Date.parse(at) > now().getTime() ? <When at={at} /> : <span class="hint">Next in line</span>;
};

const COLUMNS: readonly Column<Row>[] = [
  {
    title: 'Contact',
    cell: (row) => (
      <a class="row-link" href={`/contacts?contact=${row.contact_id}`}>
        {nameOf(row)}
      </a>
    ),
  },
  { title: 'Phone', isWhole: true, isMinor: true, cell: ({ phone }) => phone ?? <span class="none">—</span> },
  {
    title: 'Status',
    cell: ({ status, skip_reason }) => (
      <>
        <Badge status={status} /> {skip_reason !== null && <span class="hint">{skipWords(skip_reason)}</span>}
      </>
    ),
  },
  { title: 'Attempts', isNumber: true, isMinor: true, cell: ({ attempts }) => attempts },
  {
    title: 'Last outcome',
    cell: ({ last_outcome, last_call_id }) => {
      const words = last_outcome === null ? 'See call' : statusWords(last_outcome);
      return last_call_id === null ? <span class="none">—</span> : <a href={`/calls/${last_call_id}`}>{words}</a>;
    },
  },
  { title: 'Next attempt', isMinor: true, cell: NextAttempt },
];

const EXPORT_COLUMNS: readonly CsvColumn<Row>[] = [
  { header: 'First name', value: ({ first_name }) => first_name },
  { header: 'Last name', value: ({ last_name }) => last_name },
  { header: 'Phone', value: ({ phone }) => phone },
  { header: 'Status', value: ({ status }) => status },
  { header: 'Attempts', value: ({ attempts }) => attempts },
  { header: 'Last outcome', value: ({ last_outcome }) => last_outcome },
  { header: 'Next attempt at', value: ({ next_attempt_at }) => next_attempt_at },
  { header: 'Skip reason', value: ({ skip_reason }) => skip_reason },
  { header: 'Contact ID', value: ({ contact_id }) => contact_id },
  { header: 'Last call ID', value: ({ last_call_id }) => last_call_id },
];

const hasEnded = ({ status }: Campaign): boolean => status === 'completed' || status === 'cancelled';

const statusIn = (value: string | undefined): ContactStatus | undefined =>
  CONTACT_STATUSES.find((status) => status === value);

interface CampaignContactsProps {
  campaign: Campaign;
  /** Looks again whenever this changes. */
  beat: number;
  /** Comes with the list, so that the list does not push it away. */
  below: ComponentChildren;
}

/** The people of a campaign, each with how far it got. */
export const CampaignContacts = ({ campaign, beat, below }: CampaignContactsProps) => {
  const { query, change, with: addressWith } = useAddress();
  const status = statusIn(query.status);
  const offset = Number(query.offset ?? 0);
  const filter = { id: campaign.id, ...(status && { status }) };
  const list = useRead('listCampaignContacts', { ...filter, limit: ROWS, offset }, { beat });
  const counts = campaign.contact_status_counts;
  const choices = CONTACT_STATUSES.map((value) => ({
    value,
    words: `${statusWords(value)} (${(counts[value] ?? 0).toLocaleString('en')})`,
  }));
  const remove: Column<Row> = {
    title: 'Actions',
    isTitleHidden: true,
    isMinor: true,
    cell: (row) => isWaiting(row.status) && may('operate') && <RemoveContact campaign={campaign} contact={row} />,
  };
  const columns = hasEnded(campaign) ? COLUMNS : [...COLUMNS, remove];
  const readPage = async (read: number) => {
    const page = await api.listCampaignContacts({ ...filter, limit: LIST_PAGE_ROWS, offset: read });
    return { rows: page.contacts, count: page.count };
  };
  return (
    <>
      <Section
        title="Contacts"
        actions={
          <>
            {takesCommand(campaign.status, 'add_contacts') && may('operate') && (
              <a class="button plain" href={addressWith({ add: 'contacts' })}>
                Add people
              </a>
            )}
            <ExportButton
              fileName={`campaign-${campaign.id}.csv`}
              readPage={readPage}
              columnsOf={() => EXPORT_COLUMNS}
            />
          </>
        }
      >
        <div class="filters">
          <SelectField
            label="Status"
            none={`All (${campaign.total_contacts.toLocaleString('en')})`}
            choices={choices}
            {...unbound(status ?? '', (value) => change({ status: value, offset: null }))}
          />
        </div>
        <State of={list}>
          {({ contacts, count, limit }) => (
            <>
              <Table
                label="Contacts of the campaign"
                columns={columns}
                rows={contacts}
                keyOf={({ contact_id }) => contact_id}
                empty={
                  status ? (
                    <p>Nobody is “{statusWords(status)}”.</p>
                  ) : (
                    <p>
                      The campaign has no contacts yet. <a href={addressWith({ add: 'contacts' })}>Add people</a>
                    </p>
                  )
                }
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
        {query.add === 'contacts' && <AddContacts campaign={campaign} onClose={() => change({ add: null })} />}
      </Section>
      {list.data && below}
    </>
  );
};
