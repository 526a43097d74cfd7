import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { problemOf } from '#functions/dashboard/site/api/problem.ts';
import { LIVE_POLL_MS, SLOW_POLL_MS, useRead } from '#functions/dashboard/site/api/query.ts';
import { Callbacks } from '#functions/dashboard/site/calls/detail/call-callbacks.tsx';
import { CallCommands } from '#functions/dashboard/site/calls/detail/call-commands.tsx';
import { CallCost, CallFacts, CallIds } from '#functions/dashboard/site/calls/detail/call-facts.tsx';
import { CallFindings } from '#functions/dashboard/site/calls/detail/call-findings.tsx';
import { CallTalk } from '#functions/dashboard/site/calls/detail/call-talk.tsx';
import type { LineRange } from '#functions/dashboard/site/calls/detail/findings.ts';
import { Badge } from '#functions/dashboard/site/components/badge.tsx';
import { contactName } from '#functions/dashboard/site/components/choosing/contact-words.ts';
import { When } from '#functions/dashboard/site/components/when.tsx';
import { now } from '#functions/dashboard/site/format/clock.ts';
import { Page, Section } from '#functions/dashboard/site/layout/page.tsx';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import type { OutputOf } from '#shared/client/client.ts';
import type { Call } from './call.ts';
import { hasBegun, isBeingConcluded, isLive, paceOf } from './call-state.ts';
import { otherNumber } from './call-words.ts';

const CALLS = { href: '/calls', words: 'Calls' };
const NOT_FOUND = 404;
const PAUSE_MS = { live: LIVE_POLL_MS, slow: SLOW_POLL_MS, still: false } as const;

const poll = (data: OutputOf<'getCall'> | undefined): number | false =>
  data ? PAUSE_MS[paceOf(data.call, now())] : false;

const Status = ({ call: { status, outcome } }: { call: Call }) => (
  <>
    {(status !== 'ended' || outcome === null) && <Badge status={status} />}
    {outcome !== null && <Badge status={outcome} />}
  </>
);

const Due = ({ call: { status, scheduled_at } }: { call: Call }) =>
  status === 'scheduled' ? (
    <p class="banner waiting">
      <span>
        {scheduled_at === null ? (
          'Waits until it may be dialled.'
        ) : (
          <>
            Will be dialled at <When at={scheduled_at} />, or as soon after it as is allowed.
          </>
        )}
      </span>
    </p>
  ) : null;

const summaryWords = (call: Call, isAwaited: boolean): string => {
  if (call.summary !== null) return call.summary;
  if (isAwaited) return 'The summary is being written…';
  return isLive(call) ? 'It is written when the call has ended.' : 'There is no summary of this call.';
};

const Summary = ({ call, isAwaited }: { call: Call; isAwaited: boolean }) => (
  <Section title="Summary">
    <p class={call.summary === null ? 'card hint' : 'card'} aria-busy={isAwaited}>
      {summaryWords(call, isAwaited)}
    </p>
  </Section>
);

const RawJson = ({ call }: { call: Call }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="call-json" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Show raw JSON</summary>
      {isOpen && <pre>{JSON.stringify(call, null, 2)}</pre>}
    </details>
  );
};

interface OpenedProps {
  call: Call;
  contactName: string | undefined;
  /** When the call was read. */
  readAtMs: number;
}

const Opened = ({ call, contactName: name, readAtMs }: OpenedProps) => {
  const [quoted, setQuoted] = useState<LineRange | null>(null);
  const isAwaited = call.extracted === null && isBeingConcluded(call, now());
  return (
    <>
      <Due call={call} />
      <Callbacks call={call} />
      <div class="call-columns">
        <div class="call-column">
          {hasBegun(call) && <Summary call={call} isAwaited={isAwaited} />}
          <CallTalk call={call} quoted={quoted} readAtMs={readAtMs} />
        </div>
        <div class="call-column">
          {hasBegun(call) && <CallFindings call={call} isAwaited={isAwaited} onQuote={setQuoted} />}
          <CallFacts call={call} contactName={name} />
          {hasBegun(call) && <CallCost cost={call.cost} />}
        </div>
      </div>
      <CallIds call={call} />
      <RawJson call={call} />
    </>
  );
};

const MissingPage = () => (
  <Page title="No such call" back={CALLS}>
    <p>
      There is no such call, or it belongs to another account. <a href="/calls">Show the list</a>
    </p>
  </Page>
);

const OneCall = ({ id }: { id: string }) => {
  const read = useRead('getCall', { id }, { poll, dropPrevious: true });
  const call = read.data?.call;
  const contactId = call?.contact_id ?? null;
  const contact = useRead('getContact', contactId === null ? null : { id: contactId }, { dropPrevious: true });
  const name = contact.data && contactName(contact.data.contact);
  const who = name || (call && otherNumber(call)) || 'Call';
  if (read.error !== null && problemOf(read.error).status === NOT_FOUND) return <MissingPage />;
  return (
    <Page
      title={who}
      back={CALLS}
      beside={call && <Status call={call} />}
      actions={call && <CallCommands call={call} who={who} />}
    >
      <State of={read}>
        {(data) => <Opened call={data.call} contactName={name || undefined} readAtMs={read.dataUpdatedAt} />}
      </State>
    </Page>
  );
};

/** One call: who, what was said, and what came of it. */
export const CallPage = () => {
  const { id = '' } = useRoute().params;
  return <OneCall key={id} id={id} />;
};
