import type { CallRow } from '#functions/dashboard/site/calls/call.ts';
import { directionWords, lastedWords, otherNumber, resultOf } from '#functions/dashboard/site/calls/call-words.ts';
import { Badge } from '#functions/dashboard/site/components/badge.tsx';
import type { Column } from '#functions/dashboard/site/components/table.tsx';
import { When } from '#functions/dashboard/site/components/when.tsx';
import { now } from '#functions/dashboard/site/format/clock.ts';
import { shownUsd } from '#functions/dashboard/site/format/money.ts';

type Names = ReadonlyMap<string, string>;

/** When it happened, or is due. */
const momentOf = ({ started_at, scheduled_at, created_at }: CallRow): string =>
  started_at ?? scheduled_at ?? created_at;

const OtherParty = ({ call, names }: { call: CallRow; names: Names }) => {
  const name = names.get(call.contact_id ?? '');
  const number = otherNumber(call);
  return (
    <div class="other-party">
      <a class="row-link" href={`/calls/${call.id}`}>
        {name ?? number}
      </a>
      {name !== undefined && <span class="hint">{number}</span>}
    </div>
  );
};

const CampaignLink = ({ id, names }: { id: string | null; names: Names }) =>
  id === null ? <span class="none">—</span> : <a href={`/campaigns/${id}`}>{names.get(id) ?? 'Campaign'}</a>;

/** The columns of the list; names by the ids of contacts and of campaigns. */
export const callColumns = (contacts: Names, campaigns: Names): Column<CallRow>[] => [
  {
    title: 'When',
    cell: (call) => (
      <span class="call-when">
        <When at={momentOf(call)} />
      </span>
    ),
  },
  { title: 'Other party', cell: (call) => <OtherParty call={call} names={contacts} /> },
  { title: 'Direction', isMinor: true, isWhole: true, cell: directionWords },
  { title: 'Result', cell: (call) => <Badge status={resultOf(call)} /> },
  { title: 'Duration', isNumber: true, isMinor: true, cell: (call) => lastedWords(call, now()) },
  { title: 'Campaign', isMinor: true, cell: ({ campaign_id }) => <CampaignLink id={campaign_id} names={campaigns} /> },
  {
    title: 'Cost',
    isNumber: true,
    isMinor: true,
    cell: ({ cost }) => (Number(cost.carrier_usd) > 0 ? shownUsd(cost.carrier_usd) : <span class="none">—</span>),
  },
];
