import { CallRow } from '#shared/schemas/call.ts';
import { lists } from '#shared/store/keys.ts';
import { type CursorPage, type Narrowing, readCursorPage } from '#shared/store/table/cursor-pages.ts';
import { equals, type TableReader } from '#shared/store/table/table.ts';
import { type CallRecord, indexedStatus, isUnderWay, saidOf, shownParties, shownStatus } from './calls.ts';
import { restoredCall, storedPlaces } from './stored-call.ts';

/** What a row is made of beside its own fields. */
const BEHIND_A_ROW = ['usage', 'recording_key', 'account_id', 'erased_at'] as const;

/** Without what was said, which is most of a call and stays unread. */
export type ListedCallRecord = Omit<
  Pick<CallRecord, (keyof CallRow & keyof CallRecord) | (typeof BEHIND_A_ROW)[number]>,
  'transcript' | 'extracted'
>;

const LISTED_FIELDS: readonly string[] = storedPlaces([
  ...Object.keys(CallRow.shape).filter((field) => field !== 'transcript' && field !== 'extracted'),
  ...BEHIND_A_ROW,
]);

export const toCallRow = (record: ListedCallRecord): CallRow => ({
  ...record,
  ...shownParties(record),
  ...saidOf(record),
  transcript: null,
  extracted: null,
});

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

const FIELDS_OF_STATUS = storedPlaces(['status', 'scheduled_at']);

/** Which of the calls under way have this very status. */
const narrowingTo = (status: string): Narrowing => ({
  to: status,
  fields: FIELDS_OF_STATUS,
  matches: (item) => shownStatus(restoredCall(item)) === status,
});

export const listCallRecords = async (table: TableReader, teamId: string, filter: CallFilter, page: CursorPage) => {
  const found = await readCursorPage<object>(
    table,
    {
      ...page,
      fields: LISTED_FIELDS,
      list: lists.calls(teamId),
      from: filter.from,
      before: filter.to,
      filter: Object.entries(INDEXED_BY).flatMap(([field, indexedBy]) => {
        const value = filter[field as keyof CallFilter];
        if (value === undefined) return [];
        return [equals(`ix.${indexedBy}`, field === 'status' ? indexedStatus(value) : value)];
      }),
      ...(filter.status !== undefined && isUnderWay(filter.status) && { narrowing: narrowingTo(filter.status) }),
    },
    (item) => toCallRow(restoredCall(item)),
  );
  return { ...found, items: found.items.map((item): ListedCallRecord => restoredCall(item)) };
};
