import { type Column, Table } from '#functions/dashboard/site/components/table.tsx';
import { counted } from '#functions/dashboard/site/format/words.ts';
import type { RowReason } from '#functions/dashboard/site/import/planning/plan-import.ts';

const SHOWN_MAX = 50;

const COLUMNS: readonly Column<RowReason>[] = [
  { title: 'Row', isNumber: true, cell: ({ row }) => row.toLocaleString('en') },
  { title: 'What is wrong', cell: ({ reason }) => reason },
];

/** The rows of a file that are left out, each with the reason; of many the first ones. */
export const ReasonList = ({ reasons }: { reasons: readonly RowReason[] }) => {
  if (reasons.length === 0) return null;
  return (
    <>
      <Table
        label="Rows left out"
        columns={COLUMNS}
        rows={reasons.slice(0, SHOWN_MAX)}
        keyOf={({ row }) => String(row)}
        empty={null}
      />
      {reasons.length > SHOWN_MAX && <p class="hint">{counted(reasons.length - SHOWN_MAX, 'more row')} like these.</p>}
    </>
  );
};
