import { useRead } from '#functions/dashboard/site/api/query.ts';
import { Button } from '#functions/dashboard/site/components/button.tsx';
import { confirm } from '#functions/dashboard/site/components/confirm.tsx';
import { type Column, Table } from '#functions/dashboard/site/components/table.tsx';
import { When } from '#functions/dashboard/site/components/when.tsx';
import { may } from '#functions/dashboard/site/session/session.ts';
import { quoted } from '#functions/dashboard/site/settings/quoted.ts';
import type { Held } from './held.ts';
import { reasonWords, type Suppression } from './suppression-words.ts';
import { useRemoval } from './use-removal.ts';

const LINKS_MAX = 20;

const ContactLink = ({ id }: { id: string }) => {
  const { data } = useRead('getContact', { id });
  const name = data && `${data.contact.first_name} ${data.contact.last_name}`.trim();
  return <a href={`/contacts?contact=${encodeURIComponent(id)}`}>{name || id}</a>;
};

const HeldBanner = ({ held, onClose }: { held: Held; onClose: () => void }) => (
  <div class="banner bad" role="alert">
    <div>
      <p>
        {held.phone} stays on the list: {held.words}
      </p>
      <ul class="listed">
        {held.contactIds.slice(0, LINKS_MAX).map((id) => (
          <li key={id}>
            <ContactLink id={id} />
          </li>
        ))}
      </ul>
    </div>
    <Button onClick={onClose}>Dismiss</Button>
  </div>
);

interface RemoveButtonProps {
  suppression: Suppression;
  onYes: () => void;
}

const RemoveButton = ({ suppression: { phone, reason }, onYes }: RemoveButtonProps) => {
  const ask = async (): Promise<void> => {
    const body = `Why it is on the list: ${reasonWords(reason).toLowerCase()}. Campaigns and single calls may dial it again from the next moment; contacts that were skipped stay skipped until a redial.`;
    if (await confirm({ title: `Let ${phone} be called again?`, body, yes: 'Remove', isDangerous: true })) onYes();
  };
  return (
    <Button disabled={!may('full')} onClick={() => void ask()}>
      Remove
    </Button>
  );
};

const columnsFor = (remove: (phone: string) => void): Column<Suppression>[] => [
  { title: 'Phone number', cell: ({ phone }) => <span class="word">{phone}</span> },
  { title: 'Reason', cell: ({ reason }) => <span class="words">{reasonWords(reason)}</span> },
  { title: 'Note', isMinor: true, cell: ({ note }) => note ?? <span class="none">—</span> },
  { title: 'Since', isMinor: true, cell: ({ created_at }) => <When at={created_at} /> },
  {
    title: 'Commands',
    isTitleHidden: true,
    cell: (suppression) => (
      <div class="row-actions">
        <RemoveButton suppression={suppression} onYes={() => remove(suppression.phone)} />
      </div>
    ),
  },
];

interface ListPlace {
  search: string;
  /** Rows before the first one that is shown. */
  offset: number;
}

const Empty = ({ search, offset }: ListPlace) => {
  if (offset > 0) return <p>The list is shorter by now: no number is on this page.</p>;
  if (search !== '') return <p>No number on the list has the digits {quoted(search)}.</p>;
  return <p>No number is suppressed. Add one above, or import a list of those who do not want to be called.</p>;
};

interface SuppressionTableProps extends ListPlace {
  suppressions: readonly Suppression[];
}

/** The numbers that are never called, each with a way off the list. */
export const SuppressionTable = ({ suppressions, ...place }: SuppressionTableProps) => {
  const removal = useRemoval();
  return (
    <>
      {removal.held && <HeldBanner held={removal.held} onClose={removal.forget} />}
      <Table
        label="Numbers never to be called"
        columns={columnsFor((phone) => void removal.run(phone))}
        rows={suppressions}
        keyOf={({ phone }) => phone}
        empty={<Empty {...place} />}
      />
    </>
  );
};
