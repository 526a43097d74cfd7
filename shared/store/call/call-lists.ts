import { lists } from '#shared/store/keys.ts';
import { type CursorPage, readCursorPage } from '#shared/store/table/cursor-pages.ts';
import { equals, type TableReader } from '#shared/store/table/table.ts';
import { type CallRecord, toCall } from './calls.ts';

interface CallFilter {
  campaignId?: string | undefined;
  contactId?: string | undefined;
  assistantId?: string | undefined;
  status?: string | undefined;
  outcome?: string | undefined;
  direction?: string | undefined;
  /** ISO 8601, inclusive. */
  from?: string | undefined;
  /** ISO 8601, exclusive. */
  to?: string | undefined;
}

const INDEXED_BY = {
  campaignId: 'campaign_id',
  contactId: 'contact_id',
  assistantId: 'assistant_id',
  status: 'status',
  outcome: 'outcome',
  direction: 'direction',
} as const;

export const listCallRecords = (table: TableReader, teamId: string, filter: CallFilter, page: CursorPage) =>
  readCursorPage<CallRecord>(
    table,
    {
      ...page,
      list: lists.calls(teamId),
      from: filter.from,
      before: filter.to,
      filter: Object.entries(INDEXED_BY).flatMap(([field, indexedBy]) => {
        const value = filter[field as keyof CallFilter];
        return value === undefined ? [] : [equals(`ix.${indexedBy}`, value)];
      }),
    },
    toCall,
  );
