import { useRead } from '#functions/dashboard/site/api/query.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { Badge } from '#functions/dashboard/site/components/badge.tsx';
import { Copyable } from '#functions/dashboard/site/components/copy.tsx';
import { type Column, Table } from '#functions/dashboard/site/components/table.tsx';
import { When } from '#functions/dashboard/site/components/when.tsx';
import { now } from '#functions/dashboard/site/format/clock.ts';
import { counted } from '#functions/dashboard/site/format/words.ts';
import { accountSlug } from '#functions/dashboard/site/session/session.ts';
import type { OutputOf } from '#shared/client/client.ts';
import { AssistantOf } from './assistant-of.tsx';
import { SEARCH_ID } from './find-number.tsx';
import { trialWords } from './number-words.ts';
import { ReleaseButton } from './release-button.tsx';

export type PhoneNumber = OutputOf<'listPhoneNumbers'>['numbers'][number];
type Assistants = OutputOf<'listAssistants'>['assistants'];

const ASSISTANTS_OFFERED = 200;

const Status = ({ number: { status, trial_expires_at } }: { number: PhoneNumber }) => (
  <div class="own-status">
    <Badge status={status} />
    {status === 'active' && trial_expires_at !== null && (
      <time class="hint" dateTime={trial_expires_at} title={trial_expires_at}>
        {trialWords(trial_expires_at, now())}
      </time>
    )}
  </div>
);

const columnsWith = (assistants: Assistants): Column<PhoneNumber>[] => [
  { title: 'Number', cell: ({ phone_number }) => <Copyable text={phone_number} /> },
  { title: 'Assistant', cell: (number) => <AssistantOf number={number} assistants={assistants} /> },
  { title: 'Status', cell: (number) => <Status number={number} /> },
  {
    title: 'Bought by',
    cell: ({ created_by_name, created_by_email }) => <span title={created_by_email}>{created_by_name}</span>,
    isMinor: true,
  },
  { title: 'Bought', cell: ({ created_at }) => <When at={created_at} />, isMinor: true },
  {
    title: 'Release',
    isTitleHidden: true,
    isNumber: true,
    cell: (number) => number.status === 'active' && <ReleaseButton number={number} />,
  },
];

const isReleased = ({ status }: PhoneNumber): boolean => status === 'released';

/** The team's numbers. Released ones are listed where somebody asks for them. */
export const OwnNumbers = ({ numbers }: { numbers: readonly PhoneNumber[] }) => {
  const { query, with: addressWith } = useAddress();
  const { data } = useRead('listAssistants', { accountSlug: accountSlug.value, limit: ASSISTANTS_OFFERED });
  const withReleased = query.released === 'shown';
  const releasedCount = numbers.filter(isReleased).length;
  return (
    <>
      <Table
        label="Your numbers"
        columns={columnsWith(data?.assistants ?? [])}
        rows={numbers.filter((number) => withReleased || !isReleased(number))}
        keyOf={({ id }) => id}
        empty={
          <>
            <p>The team has no number yet. Calls are placed from a number, and reach an assistant by one.</p>
            <a href={`#${SEARCH_ID}`}>Find one below</a>
          </>
        }
      />
      {releasedCount > 0 && (
        <a class="released-link" href={addressWith({ released: withReleased ? null : 'shown' })}>
          {withReleased ? 'Hide released numbers' : `Show ${counted(releasedCount, 'released number')}`}
        </a>
      )}
    </>
  );
};
