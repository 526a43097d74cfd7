import { type Column, Table } from '#functions/dashboard/site/components/table.tsx';
import { counted } from '#functions/dashboard/site/format/words.ts';
import { companyKey } from './company-names.ts';
import type { ImportPlan, ReadyRow, RowReason } from './plan-import.ts';

const ROWS_SHOWN = 20;

const customWords = ({ contact }: ReadyRow): string =>
  Object.entries(contact.customFields ?? {})
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ');

/** Companies as the file writes them first. */
const readyColumns = (companies: ReadonlyMap<string, string>): Column<ReadyRow>[] => [
  { title: 'Row', isNumber: true, cell: ({ row }) => row },
  { title: 'Name', cell: ({ contact }) => `${contact.firstName} ${contact.lastName}` },
  { title: 'Phone', isWhole: true, cell: ({ contact }) => contact.phone ?? <span class="none">—</span> },
  {
    title: 'Company',
    isMinor: true,
    cell: ({ company }) => companies.get(company ?? '') ?? <span class="none">the chosen one</span>,
  },
  { title: 'Email', isMinor: true, cell: ({ contact }) => contact.email },
  { title: 'Custom fields', isMinor: true, cell: customWords },
];

const REASONS: readonly Column<RowReason>[] = [
  { title: 'Row', isNumber: true, cell: ({ row }) => row },
  { title: 'Why', cell: ({ reason }) => reason },
];

const Reasons = ({ title, reasons }: { title: string; reasons: readonly RowReason[] }) => {
  if (reasons.length === 0) return null;
  return (
    <details open={reasons.length <= ROWS_SHOWN}>
      <summary>
        {title}: {reasons.length.toLocaleString('en')}
      </summary>
      <Table
        label={title}
        columns={REASONS}
        rows={reasons.slice(0, ROWS_SHOWN)}
        keyOf={({ row }) => String(row)}
        empty={null}
      />
    </details>
  );
};

/** What the import would do, before it does. */
export const ImportPreview = ({ plan }: { plan: ImportPlan }) => (
  <div class="import-preview">
    <p role="status">
      <strong>{counted(plan.ready.length, 'row')}</strong> of {plan.total.toLocaleString('en')} can be imported,{' '}
      {counted(plan.duplicates.length, 'duplicate')} within the file, {counted(plan.failed.length, 'row')} with a
      mistake.
    </p>
    {plan.notes.map((words) => (
      <p key={words} class="hint">
        {words}
      </p>
    ))}
    <Table
      label="First rows as they will be imported"
      columns={readyColumns(new Map(plan.companies.map((name) => [companyKey(name), name])))}
      rows={plan.ready.slice(0, ROWS_SHOWN)}
      keyOf={({ row }) => String(row)}
      empty={<p>No row can be imported as it is.</p>}
    />
    <Reasons title="Rows with a mistake" reasons={plan.failed} />
    <Reasons title="Duplicates within the file" reasons={plan.duplicates} />
  </div>
);
