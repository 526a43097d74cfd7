import { Progress } from '#functions/dashboard/site/components/progress.tsx';
import { type Column, Table } from '#functions/dashboard/site/components/table.tsx';
import { counted } from '#functions/dashboard/site/format/words.ts';
import { mappingProblems } from '#functions/dashboard/site/import/planning/column-mapping.ts';
import { companyKey } from '#functions/dashboard/site/import/planning/company-names.ts';
import type { ImportPlan, ReadyRow, RowReason } from '#functions/dashboard/site/import/planning/plan-import.ts';
import type { ImportFile } from '#functions/dashboard/site/import/use-import-file.ts';

const ROWS_SHOWN = 20;

const customWords = ({ contact }: ReadyRow): string =>
  Object.entries(contact.customFields ?? {})
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ');

/** Text of the file, which may be long and written from right to left. */
const FromFile = ({ text }: { text: string | undefined }) => (
  <span class="clamped">
    <bdi>{text}</bdi>
  </span>
);

/** Companies as the file writes them first. */
const readyColumns = (companies: ReadonlyMap<string, string>): Column<ReadyRow>[] => [
  { title: 'Row', isNumber: true, cell: ({ row }) => row },
  { title: 'Name', cell: ({ contact }) => <FromFile text={`${contact.firstName} ${contact.lastName}`} /> },
  { title: 'Phone', isWhole: true, cell: ({ contact }) => contact.phone ?? <span class="none">—</span> },
  {
    title: 'Company',
    isMinor: true,
    cell: ({ company }) =>
      company === null ? <span class="none">the chosen one</span> : <FromFile text={companies.get(company)} />,
  },
  { title: 'Email', isMinor: true, cell: ({ contact }) => <FromFile text={contact.email} /> },
  { title: 'Custom fields', isMinor: true, cell: (row) => <FromFile text={customWords(row)} /> },
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
      {reasons.length > ROWS_SHOWN && <p class="hint">These are the first {ROWS_SHOWN}.</p>}
    </details>
  );
};

const Plan = ({ plan }: { plan: ImportPlan }) => (
  <>
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
  </>
);

const Summary = ({ plan }: { plan: ImportPlan }) => (
  <>
    <strong>{counted(plan.ready.length, 'row')}</strong> of {plan.total.toLocaleString('en')} can be imported,{' '}
    {counted(plan.duplicates.length, 'duplicate')} within the file, {counted(plan.failed.length, 'row')} with a mistake.
  </>
);

/** How far the check of the rows is, or why there is none. */
const Checking = ({ file }: { file: ImportFile }) => {
  if (file.judgingProblem !== null) return <>{file.judgingProblem}</>;
  return mappingProblems(file.mapping).length > 0 ? (
    <>The rows are checked once the columns are settled.</>
  ) : (
    <>The rows are being checked.</>
  );
};

/** What the import would do, before it does. */
export const ImportPreview = ({ file }: { file: ImportFile }) => {
  const { judged, lastPlan } = file;
  const isChecking = judged === null && file.judgingProblem === null && mappingProblems(file.mapping).length === 0;
  return (
    <div class="import-preview">
      <p role="status">{judged ? <Summary plan={judged.plan} /> : <Checking file={file} />}</p>
      {isChecking && <Progress label="Checking the rows" value={file.percentJudged} max={100} />}
      {lastPlan && (
        <div class="import-plan" aria-busy={judged === null}>
          <Plan plan={lastPlan} />
        </div>
      )}
    </div>
  );
};
