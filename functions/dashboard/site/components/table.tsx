import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ComponentChildren;
  /** Numbers stand under each other. */
  isNumber?: boolean;
  /** Never broken into lines, such as a phone number. */
  isWhole?: boolean;
  /** Left out on narrow screens. */
  isMinor?: boolean;
  /** The title is for screen readers only, as over buttons. */
  isTitleHidden?: boolean;
}

interface TableProps<Row> {
  /** What the rows are, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Shown instead of rows. */
  empty: ComponentChildren;
  isLoading?: boolean;
  isOpen?: (row: Row) => boolean;
}

const classOf = <Row,>({ isNumber, isWhole, isMinor }: Column<Row>): string | undefined =>
  [isNumber && 'number', isWhole && 'whole', isMinor && 'minor'].filter(Boolean).join(' ') || undefined;

/** Rows of a list. On a narrow screen minor columns go, and the rest scrolls within the table. */
export const Table = <Row,>({ label, columns, rows, keyOf, empty, isLoading = false, isOpen }: TableProps<Row>) => {
  if (rows.length === 0) return isLoading ? <Loading /> : <div class="empty">{empty}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: Whoever has no mouse scrolls it by keys.
    <section class="table-frame" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" class={classOf(column)}>
                {column.isTitleHidden ? <span class="unseen">{column.title}</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} class={isOpen?.(row) ? 'open' : undefined}>
              {columns.map((column) => (
                <td key={column.title} class={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

export const Loading = () => (
  <p class="loading" role="status">
    Loading…
  </p>
);
