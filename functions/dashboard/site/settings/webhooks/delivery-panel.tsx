import type { ComponentChildren } from 'preact';
import { Badge } from '#functions/dashboard/site/components/badge.tsx';
import { Copyable, CopyButton } from '#functions/dashboard/site/components/copy.tsx';
import { Dialog } from '#functions/dashboard/site/components/dialog.tsx';
import { type Column, Table } from '#functions/dashboard/site/components/table.tsx';
import { When } from '#functions/dashboard/site/components/when.tsx';
import { type Attempt, answerWords, type Delivery } from './delivery-words.ts';
import { kindTitle } from './kinds.ts';
import { ResendHere } from './resend.tsx';

const JSON_INDENT = 2;

type NumberedAttempt = Attempt & { place: number };

const COLUMNS: readonly Column<NumberedAttempt>[] = [
  { title: 'Attempt', isNumber: true, cell: ({ place }) => place },
  { title: 'Answer', cell: (attempt) => <span class="words">{answerWords(attempt)}</span> },
  { title: 'At', cell: ({ at }) => <When at={at} /> },
];

interface FactProps {
  name: string;
  isWide?: boolean;
  children: ComponentChildren;
}

const Fact = ({ name, isWide = false, children }: FactProps) => (
  <div class={isWide ? 'wide' : undefined}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Facts = ({ delivery }: { delivery: Delivery }) => (
  <dl class="facts">
    <Fact name="Status">
      <Badge status={delivery.status} />
    </Fact>
    <Fact name="Kind">{kindTitle(delivery.kind)}</Fact>
    <Fact name="Created">
      <When at={delivery.created_at} />
    </Fact>
    <Fact name="Next attempt">
      <When at={delivery.next_attempt_at} />
    </Fact>
    <Fact name="Event id" isWide>
      <Copyable text={delivery.event_id} what="event id" />
    </Fact>
  </dl>
);

const Payload = ({ payload }: Pick<Delivery, 'payload'>) => {
  const text = JSON.stringify(payload, null, JSON_INDENT);
  return (
    <>
      <header class="section-header">
        <h3>Payload</h3>
        <div class="section-actions">
          <CopyButton text={text} what="payload" />
        </div>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: Whoever has no mouse scrolls it by keys. */}
      <pre tabIndex={0}>{text}</pre>
    </>
  );
};

interface DeliveryPanelProps {
  delivery: Delivery | undefined;
  onResent: (delivery: Delivery) => void;
  onClose: () => void;
}

/** One delivery: what was sent, and what was answered each time. */
export const DeliveryPanel = ({ delivery, onResent, onClose }: DeliveryPanelProps) => (
  <Dialog title={delivery?.type ?? 'Delivery'} shape="side" onClose={onClose}>
    {delivery ? (
      <>
        <Facts delivery={delivery} />
        <Table
          label="Attempts"
          columns={COLUMNS}
          rows={delivery.attempts.map((attempt, at) => ({ ...attempt, place: at + 1 }))}
          keyOf={({ place }) => String(place)}
          empty={<p>It has not been sent yet.</p>}
        />
        <ResendHere delivery={delivery} onResent={onResent} />
        <Payload payload={delivery.payload} />
      </>
    ) : (
      <p>This delivery is not among those listed. They are kept for 30 days; it may be on an older page.</p>
    )}
  </Dialog>
);
