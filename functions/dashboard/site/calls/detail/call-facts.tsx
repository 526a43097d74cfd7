import type { ComponentChildren } from 'preact';
import { useRead } from '#functions/dashboard/site/api/query.ts';
import type { Call } from '#functions/dashboard/site/calls/call.ts';
import {
  answeredByWords,
  directionWords,
  durationWords,
  endedReasonWords,
  lastedWords,
} from '#functions/dashboard/site/calls/call-words.ts';
import { Copyable } from '#functions/dashboard/site/components/copy.tsx';
import { When } from '#functions/dashboard/site/components/when.tsx';
import { now } from '#functions/dashboard/site/format/clock.ts';
import { shownUsd } from '#functions/dashboard/site/format/money.ts';
import { Section } from '#functions/dashboard/site/layout/page.tsx';

const Fact = ({ words, children }: { words: string; children: ComponentChildren }) => (
  <div>
    <dt>{words}</dt>
    <dd>{children}</dd>
  </div>
);

const MaybeWhen = ({ words, at }: { words: string; at: string | null }) =>
  at === null ? null : (
    <Fact words={words}>
      <When at={at} />
    </Fact>
  );

const AssistantFact = ({ id }: { id: string | null }) => {
  const read = useRead('getAssistant', id === null ? null : { assistantId: id });
  if (id === null) return null;
  return (
    <Fact words="Assistant">
      <a href={`/assistants/${id}`}>{read.data?.assistant.name ?? id}</a>
    </Fact>
  );
};

const CampaignFact = ({ id, attempt }: { id: string | null; attempt: number | null }) => {
  const read = useRead('getCampaign', id === null ? null : { id });
  if (id === null) return null;
  return (
    <>
      <Fact words="Campaign">
        <a href={`/campaigns/${id}`}>{read.data?.campaign.name ?? id}</a>
      </Fact>
      {attempt !== null && <Fact words="Attempt">{attempt}</Fact>}
    </>
  );
};

const Parties = ({ call, contactName }: { call: Call; contactName: string | undefined }) => (
  <>
    <Fact words="From">{call.from_number || '—'}</Fact>
    <Fact words="To">{call.to_number || '—'}</Fact>
    <Fact words="Direction">{directionWords(call)}</Fact>
    {call.contact_id !== null && (
      <Fact words="Contact">
        <a href={`/contacts?contact=${call.contact_id}`}>{contactName ?? call.contact_id}</a>
      </Fact>
    )}
    <AssistantFact id={call.assistant_id} />
    <CampaignFact id={call.campaign_id} attempt={call.attempt} />
  </>
);

const Times = ({ call }: { call: Call }) => (
  <>
    <MaybeWhen words="Created" at={call.created_at} />
    <MaybeWhen words="Scheduled for" at={call.scheduled_at} />
    <MaybeWhen words="Dialled" at={call.started_at} />
    <MaybeWhen words="Answered" at={call.answered_at} />
    <MaybeWhen words="Ended" at={call.ended_at} />
  </>
);

const Ending = ({ call }: { call: Call }) => (
  <>
    {call.ended_reason !== null && (
      <Fact words="Why it ended">
        <span title={call.ended_reason}>{endedReasonWords(call.ended_reason)}</span>
      </Fact>
    )}
    {call.error !== null && (
      <div class="call-error">
        <dt>Error</dt>
        <dd>{call.error}</dd>
      </div>
    )}
  </>
);

/** Who called whom when, and how it went. */
export const CallFacts = ({ call, contactName }: { call: Call; contactName: string | undefined }) => (
  <Section title="Facts">
    <dl class="card facts call-facts">
      <Parties call={call} contactName={contactName} />
      <Times call={call} />
      {call.answered_at !== null && <Fact words="Duration">{lastedWords(call, now())}</Fact>}
      {call.answered_by !== null && <Fact words="Answered by">{answeredByWords(call.answered_by)}</Fact>}
      <Ending call={call} />
    </dl>
  </Section>
);

/** What a call has used, and what the carrier charges for it. */
export const CallCost = ({ cost }: Pick<Call, 'cost'>) => (
  <Section title="Cost">
    <dl class="card facts call-facts">
      <Fact words="Carrier">{Number(cost.carrier_usd) > 0 ? shownUsd(cost.carrier_usd) : 'Not reported'}</Fact>
      <Fact words="Conversation">{durationWords(cost.seconds)}</Fact>
      <Fact words="Tokens read">{cost.input_tokens.toLocaleString('en')}</Fact>
      <Fact words="Tokens written">{cost.output_tokens.toLocaleString('en')}</Fact>
    </dl>
  </Section>
);

/** The call's ids, also those of the carrier. */
export const CallIds = ({ call }: { call: Call }) => {
  const ids: [string, string | null][] = [
    ['Call', call.id],
    ['Call control', call.call_control_id],
    ['Call leg', call.call_leg_id],
    ['Call session', call.call_session_id],
  ];
  return (
    <Section title="IDs">
      <dl class="card facts call-ids">
        {ids.map(([words, id]) =>
          id === null ? null : (
            <Fact key={words} words={words}>
              <Copyable text={id} what={`${words.toLowerCase()} ID`} />
            </Fact>
          ),
        )}
      </dl>
    </Section>
  );
};
