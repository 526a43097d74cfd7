import type { Call } from '#functions/dashboard/site/calls/call.ts';
import { isLive } from '#functions/dashboard/site/calls/call-state.ts';
import { When } from '#functions/dashboard/site/components/when.tsx';
import { Section } from '#functions/dashboard/site/layout/page.tsx';
import { type Finding, type FindingGroup, findingGroups, type LineRange, linesOfQuote } from './findings.ts';

interface QuoteProps {
  call: Call;
  quote: string;
  onQuote: (lines: LineRange) => void;
}

/** The words that prove a finding; pressed, they show the lines in which they were said. */
const Quote = ({ call, quote, onQuote }: QuoteProps) => {
  if (quote === '') return null;
  const lines = linesOfQuote(call.transcript, quote);
  if (lines === null) return <q class="call-quote">{quote}</q>;
  return (
    <button
      type="button"
      class="call-quote"
      title="Show it in the transcript"
      // A copy, so that the same quote pressed again is shown again.
      onClick={() => onQuote({ ...lines })}
    >
      <q>{quote}</q>
    </button>
  );
};

const Value = ({ finding }: { finding: Finding }) =>
  finding.isMoment ? <When at={finding.value} /> : <span>{finding.value}</span>;

const Group = ({ group, ...quoting }: { group: FindingGroup } & Omit<QuoteProps, 'quote'>) => (
  <div class="call-findings-group">
    <h3>{group.title}</h3>
    <dl>
      {group.findings.map((finding) => (
        <div key={finding.label} class="call-finding">
          <dt>{finding.label}</dt>
          <dd>
            <Value finding={finding} />
            <Quote {...quoting} quote={finding.quote} />
          </dd>
        </div>
      ))}
    </dl>
  </div>
);

const noneWords = (call: Call, isAwaited: boolean): string => {
  if (isAwaited) return 'Findings are being written…';
  if (isLive(call)) return 'They are written when the call has ended.';
  return call.contact_id === null && call.transcript.length > 0
    ? 'The number is of no contact, so no facts were kept.'
    : 'Nothing was found out on this call.';
};

/** What was found out on a call, each with the words that prove it. */
export const CallFindings = ({ call, isAwaited, onQuote }: Omit<QuoteProps, 'quote'> & { isAwaited: boolean }) => {
  const groups = findingGroups(call.extracted);
  return (
    <Section title="Findings">
      <div class="card" aria-busy={isAwaited}>
        {groups.length === 0 && <p class="hint">{noneWords(call, isAwaited)}</p>}
        {groups.map((group) => (
          <Group key={group.title} group={group} call={call} onQuote={onQuote} />
        ))}
      </div>
    </Section>
  );
};
