import { Badge } from '#functions/dashboard/site/components/badge.tsx';
import { type Column, Table } from '#functions/dashboard/site/components/table.tsx';
import { When } from '#functions/dashboard/site/components/when.tsx';
import { keyState, type ListedKey, makerName } from './key-tree.ts';
import { RevokeButton } from './revoke-key.tsx';

const NameCell = ({ listed, now }: { listed: ListedKey; now: Date }) => {
  const state = keyState(listed, now);
  return (
    <div class="named">
      <strong>{listed.name}</strong>
      {listed.is_current && <span class="badge live">current</span>}
      {state !== 'live' && <Badge status={state} />}
    </div>
  );
};

const CreatedCell = ({ listed: { created_at }, maker }: { listed: ListedKey; maker: string | null }) => (
  <div class="named">
    <When at={created_at} />
    {maker !== null && <div class="hint">by {maker}</div>}
  </div>
);

const columnsFor = (keys: readonly ListedKey[], now: Date): Column<ListedKey>[] => [
  { title: 'Name', cell: (listed) => <NameCell listed={listed} now={now} /> },
  { title: 'Role', cell: ({ role }) => <span class="word">{role}</span> },
  { title: 'Last four', cell: ({ last4 }) => <code>{last4}</code> },
  {
    title: 'Last use (to the hour)',
    cell: ({ last_used_at }) => (last_used_at === null ? <span class="none">never</span> : <When at={last_used_at} />),
  },
  {
    title: 'Created',
    isMinor: true,
    cell: (listed) => <CreatedCell listed={listed} maker={makerName(keys, listed)} />,
  },
  {
    title: 'Ends',
    isMinor: true,
    cell: ({ revoked_at, expires_at }) => <When at={revoked_at ?? expires_at} />,
  },
  {
    title: 'Commands',
    isTitleHidden: true,
    cell: (listed) => (
      <div class="row-actions">{keyState(listed, now) === 'live' && <RevokeButton revoked={listed} keys={keys} />}</div>
    ),
  },
];

interface KeyTableProps {
  keys: readonly ListedKey[];
  shown: readonly ListedKey[];
  now: Date;
}

export const KeyTable = ({ keys, shown, now }: KeyTableProps) => (
  <Table
    label="API keys"
    columns={columnsFor(keys, now)}
    rows={shown}
    keyOf={({ id }) => id}
    empty={<p>No key is shown.</p>}
  />
);
