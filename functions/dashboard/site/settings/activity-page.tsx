import { SLOW_POLL_MS, useRead } from '#functions/dashboard/site/api/query.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { CursorPager } from '#functions/dashboard/site/components/cursor-pager.tsx';
import { SelectField } from '#functions/dashboard/site/components/form/fields.tsx';
import { unbound } from '#functions/dashboard/site/components/form/use-form.ts';
import { type Column, Table } from '#functions/dashboard/site/components/table.tsx';
import { When } from '#functions/dashboard/site/components/when.tsx';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import { ACTION_CHOICES, type Activity, actionIn, actorWords, resourceHref } from './activity/activity-words.ts';
import { SettingsPage } from './settings-page.tsx';

const ROWS = 50;

const ResourceCell = ({ done }: { done: Activity }) => {
  const href = resourceHref(done);
  const id = <code class="word">{done.resource_id}</code>;
  return href === null ? id : <a href={href}>{id}</a>;
};

const COLUMNS: readonly Column<Activity>[] = [
  { title: 'When', cell: ({ at }) => <When at={at} /> },
  {
    title: 'Who',
    cell: ({ actor }) => (
      <div class="named">
        {actor.name} <span class="hint word">({actorWords(actor)})</span>
      </div>
    ),
  },
  { title: 'What', cell: ({ summary }) => <span class="words">{summary}</span> },
  { title: 'To', isMinor: true, cell: (done) => <ResourceCell done={done} /> },
];

export const ActivityPage = () => {
  const { query, change, with: addressWith } = useAddress();
  const action = actionIn(query.action);
  const { cursor } = query;
  const list = useRead(
    'listActivity',
    { limit: ROWS, ...(action && { action }), ...(cursor !== undefined && { cursor }) },
    { poll: () => (cursor === undefined ? SLOW_POLL_MS : false) },
  );
  return (
    <SettingsPage title="Activity">
      <p class="hint">What people and programs changed in this account in the last 400 days.</p>
      <div class="filters">
        <SelectField
          label="Action"
          none="All"
          choices={ACTION_CHOICES}
          {...unbound<string>(action ?? '', (value) => change({ action: value, cursor: null }))}
        />
      </div>
      <State of={list}>
        {(page) => (
          <>
            <Table
              label="Activity"
              columns={COLUMNS}
              rows={page.activity}
              keyOf={({ id }) => id}
              empty={<p>{action ? 'Nobody did this in the last 400 days.' : 'Nothing was done yet.'}</p>}
            />
            <CursorPager
              page={page}
              noun="entry"
              plural="entries"
              cursor={cursor}
              addressAt={(at) => addressWith({ cursor: at })}
            />
          </>
        )}
      </State>
    </SettingsPage>
  );
};
