import { useEffect, useState } from 'preact/hooks';
import { LIVE_POLL_MS, SLOW_POLL_MS, useRead } from '#functions/dashboard/site/api/query.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { Badge } from '#functions/dashboard/site/components/badge.tsx';
import { CursorPager } from '#functions/dashboard/site/components/cursor-pager.tsx';
import { SelectField } from '#functions/dashboard/site/components/form/fields.tsx';
import { unbound } from '#functions/dashboard/site/components/form/use-form.ts';
import { type Column, Table } from '#functions/dashboard/site/components/table.tsx';
import { When } from '#functions/dashboard/site/components/when.tsx';
import { now } from '#functions/dashboard/site/format/clock.ts';
import { statusWords } from '#functions/dashboard/site/format/words.ts';
import { Section } from '#functions/dashboard/site/layout/page.tsx';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import { accountSlug } from '#functions/dashboard/site/session/session.ts';
import type { OutputOf } from '#shared/client/client.ts';
import { DeliveryPanel } from './delivery-panel.tsx';
import { attemptsWords, type Delivery, isAboutToMove } from './delivery-words.ts';
import { KINDS } from './kinds.ts';
import { ResendButton } from './resend.tsx';

const ROWS = 25;
const STATUSES: readonly Delivery['status'][] = ['pending', 'delivered', 'dead_lettered'];

const KIND_CHOICES = KINDS.map(({ kind, title }) => ({ value: kind, words: title }));
const STATUS_CHOICES = STATUSES.map((status) => ({ value: status, words: statusWords(status) }));

const poll = (data: OutputOf<'listWebhookDeliveries'> | undefined): number =>
  data?.deliveries.some((delivery) => isAboutToMove(delivery, now())) ? LIVE_POLL_MS : SLOW_POLL_MS;

const useDeliveries = (query: Record<string, string>) => {
  const kind = KINDS.find((one) => one.kind === query.kind)?.kind;
  const status = STATUSES.find((one) => one === query.status);
  const { cursor } = query;
  const list = useRead(
    'listWebhookDeliveries',
    {
      accountSlug: accountSlug.value,
      limit: ROWS,
      ...(kind && { kind }),
      ...(status && { status }),
      ...(cursor !== undefined && { cursor }),
    },
    { poll },
  );
  return { list, kind, status, cursor };
};

/** The delivery that is open; it stays when newer ones push it off the page. */
const useOpenDelivery = (id: string | undefined, listed: readonly Delivery[] | undefined) => {
  const [kept, keep] = useState<Delivery | undefined>();
  const found = listed?.find((delivery) => delivery.id === id);
  useEffect(() => {
    if (found) keep(found);
  }, [found]);
  return { delivery: found ?? (kept?.id === id ? kept : undefined), keep };
};

const columnsFor = (addressOf: (id: string) => string, isPanelOpen: boolean): Column<Delivery>[] => [
  {
    title: 'Event',
    cell: ({ id, type }) => (
      <a class="row-link word" href={addressOf(id)}>
        {type}
      </a>
    ),
  },
  { title: 'Created', cell: ({ created_at }) => <When at={created_at} /> },
  { title: 'Status', cell: ({ status }) => <Badge status={status} /> },
  { title: 'Attempts', isMinor: true, cell: attemptsWords },
  { title: 'Next attempt', isMinor: true, cell: ({ next_attempt_at }) => <When at={next_attempt_at} /> },
  {
    title: 'Commands',
    isTitleHidden: true,
    cell: (delivery) => (
      // The panel has the same button, and covers these.
      <div class={isPanelOpen ? 'row-actions covered' : 'row-actions'}>
        <ResendButton delivery={delivery} />
      </div>
    ),
  },
];

const Empty = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <p>No delivery of the last 30 days is like that.</p>
  ) : (
    <p>Nothing was sent in the last 30 days. Set a URL above and send a test event.</p>
  );

/** What was sent to the webhooks, newest first, and one of them in a panel. */
export const DeliveryList = () => {
  const { query, change, with: addressWith } = useAddress();
  const { list, kind, status, cursor } = useDeliveries(query);
  const open = useOpenDelivery(query.delivery, list.data?.deliveries);
  const filter = (changes: Record<string, string>): void => change({ ...changes, cursor: null });
  return (
    <Section title="Deliveries">
      <div class="filters">
        <SelectField
          label="Kind"
          none="All"
          choices={KIND_CHOICES}
          {...unbound<string>(kind ?? '', (value) => filter({ kind: value }))}
        />
        <SelectField
          label="Status"
          none="All"
          choices={STATUS_CHOICES}
          {...unbound<string>(status ?? '', (value) => filter({ status: value }))}
        />
      </div>
      <State of={list}>
        {(page) => (
          <>
            <Table
              label="Log of deliveries"
              columns={columnsFor((id) => addressWith({ delivery: id }), query.delivery !== undefined)}
              rows={page.deliveries}
              keyOf={({ id }) => id}
              isOpen={({ id }) => id === query.delivery}
              empty={<Empty isFiltered={kind !== undefined || status !== undefined} />}
            />
            <CursorPager
              page={page}
              noun="delivery"
              plural="deliveries"
              cursor={cursor}
              addressAt={(at) => addressWith({ cursor: at })}
            />
          </>
        )}
      </State>
      {query.delivery !== undefined && list.data && (
        <DeliveryPanel delivery={open.delivery} onResent={open.keep} onClose={() => change({ delivery: null })} />
      )}
    </Section>
  );
};
