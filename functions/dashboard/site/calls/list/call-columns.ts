import type { CallRow } from '#functions/dashboard/site/calls/call.ts';
import type { CsvColumn } from '#functions/dashboard/site/csv/write-csv.ts';

type Names = ReadonlyMap<string, string>;

const named = (names: Names, id: string | null): string | null => (id === null ? null : (names.get(id) ?? id));

/** The columns of an exported list of calls; names by the ids of assistants and of campaigns. */
export const exportColumns = (assistants: Names, campaigns: Names): CsvColumn<CallRow>[] => [
  { header: 'Call', value: ({ id }) => id },
  { header: 'Created at', value: ({ created_at }) => created_at },
  { header: 'Scheduled at', value: ({ scheduled_at }) => scheduled_at },
  { header: 'Started at', value: ({ started_at }) => started_at },
  { header: 'Answered at', value: ({ answered_at }) => answered_at },
  { header: 'Ended at', value: ({ ended_at }) => ended_at },
  { header: 'Direction', value: ({ direction }) => direction },
  { header: 'From', value: ({ from_number }) => from_number },
  { header: 'To', value: ({ to_number }) => to_number },
  { header: 'Contact', value: ({ contact_id }) => contact_id },
  { header: 'Assistant', value: ({ assistant_id }) => named(assistants, assistant_id) },
  { header: 'Campaign', value: ({ campaign_id }) => named(campaigns, campaign_id) },
  { header: 'Attempt', value: ({ attempt }) => attempt },
  { header: 'Status', value: ({ status }) => status },
  { header: 'Outcome', value: ({ outcome }) => outcome },
  { header: 'Ended reason', value: ({ ended_reason }) => ended_reason },
  { header: 'Answered by', value: ({ answered_by }) => answered_by },
  { header: 'Seconds', value: ({ duration_secs }) => duration_secs },
  { header: 'Cost (USD)', value: ({ cost }) => cost.carrier_usd },
  { header: 'Summary', value: ({ summary }) => summary },
  { header: 'Error', value: ({ error }) => error },
];
