import { api } from '#functions/dashboard/site/api/client.ts';
import { LIST_PAGE_ROWS } from '#functions/dashboard/site/api/read-all.ts';
import { ExportButton } from '#functions/dashboard/site/components/export-button.tsx';
import type { InputOf } from '#shared/client/client.ts';
import { exportColumns } from './call-columns.ts';

type Names = ReadonlyMap<string, string>;

interface CallExportProps {
  /** What the list is filtered by. */
  listing: InputOf<'listCalls'>;
  assistants: Names;
  campaigns: Names;
}

/** Downloads every call that the filters match, page after page. */
export const CallExport = ({ listing, assistants, campaigns }: CallExportProps) => {
  let next: string | null = null;
  const readPage = async (read: number) => {
    const cursor = read === 0 ? null : next;
    const page = await api.listCalls({ ...listing, limit: LIST_PAGE_ROWS, ...(cursor !== null && { cursor }) });
    next = page.next_cursor;
    const sofar = read + page.calls.length;
    // The service counts no further than some thousands; more are known to follow while there is a cursor.
    return { rows: page.calls, count: next === null ? sofar : Math.max(page.count, sofar + 1) };
  };
  return (
    <ExportButton fileName="calls.csv" readPage={readPage} columnsOf={() => exportColumns(assistants, campaigns)} />
  );
};
