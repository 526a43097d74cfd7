import { useState } from 'preact/hooks';
import { LIVE_POLL_MS, useRead } from '#functions/dashboard/site/api/query.ts';
import { Badge } from '#functions/dashboard/site/components/badge.tsx';
import { Button } from '#functions/dashboard/site/components/button.tsx';
import { type Column, Table } from '#functions/dashboard/site/components/table.tsx';
import { When } from '#functions/dashboard/site/components/when.tsx';
import { shownDuration } from '#functions/dashboard/site/format/time.ts';
import { Section } from '#functions/dashboard/site/layout/page.tsx';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import { teamId } from '#functions/dashboard/site/session/session.ts';
import type { OutputOf } from '#shared/client/client.ts';

type CallRow = OutputOf<'listCalls'>['calls'][number];

const FIRST_SHOWN = 5;
const MORE_SHOWN = 50;

const UNDER_WAY: readonly string[] = ['queued', 'dialing', 'ringing', 'in_progress'];

const columns: Column<CallRow>[] = [
  {
    title: 'Call',
    cell: ({ id, created_at, scheduled_at, direction }) => (
      <a class="row-link" href={`/calls/${id}`}>
        {direction === 'inbound' && 'From them, '}
        <When at={scheduled_at ?? created_at} />
      </a>
    ),
  },
  { title: 'Outcome', cell: ({ outcome, status }) => <Badge status={outcome ?? status} /> },
  {
    title: 'Duration',
    isMinor: true,
    isNumber: true,
    cell: ({ duration_secs }) => (duration_secs === null ? '' : shownDuration(duration_secs)),
  },
  {
    title: 'Summary',
    isMinor: true,
    cell: ({ summary, error }) => <span class="clamped">{summary ?? error}</span>,
  },
];

/** The calls with a contact, newest first. */
export const ContactCalls = ({ contactId }: { contactId: string }) => {
  const [limit, setLimit] = useState(FIRST_SHOWN);
  const calls = useRead(
    'listCalls',
    { teamId: teamId.value, contactId, limit },
    { poll: (data) => (data?.calls.some(({ status }) => UNDER_WAY.includes(status)) ? LIVE_POLL_MS : false) },
  );
  return (
    <Section title="Calls">
      <State of={calls}>
        {({ calls: rows, count }) => (
          <>
            <Table
              label="Calls with this contact"
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              empty={<p>No call yet.</p>}
            />
            {count > rows.length && limit === FIRST_SHOWN && (
              <div>
                <Button kind="quiet" onClick={() => setLimit(MORE_SHOWN)}>
                  {`Show earlier ones (${(count - rows.length).toLocaleString('en')})`}
                </Button>
              </div>
            )}
            {count > rows.length && limit === MORE_SHOWN && <a href={`/calls?contact=${contactId}`}>Show them all</a>}
          </>
        )}
      </State>
    </Section>
  );
};
