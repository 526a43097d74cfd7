import type { ComponentChildren } from 'preact';
import { useRead } from '#functions/dashboard/site/api/query.ts';
import { Copyable } from '#functions/dashboard/site/components/copy.tsx';
import { When } from '#functions/dashboard/site/components/when.tsx';
import { counted } from '#functions/dashboard/site/format/words.ts';
import { Section } from '#functions/dashboard/site/layout/page.tsx';
import { teamId } from '#functions/dashboard/site/session/session.ts';
import type { Campaign } from './campaign-commands.tsx';
import { windowWords } from './campaign-words.ts';

const Fact = ({ words, children }: { words: string; children: ComponentChildren }) => (
  <div>
    <dt>{words}</dt>
    <dd>{children}</dd>
  </div>
);

const Times = ({ campaign }: { campaign: Campaign }) => (
  <>
    <Fact words="Created">
      <When at={campaign.created_at} />
    </Fact>
    {campaign.started_at && (
      <Fact words="Started">
        <When at={campaign.started_at} />
      </Fact>
    )}
    {campaign.completed_at && (
      <Fact words="Ended">
        <When at={campaign.completed_at} />
      </Fact>
    )}
  </>
);

/** What a campaign does, as it was set. */
export const CampaignSettings = ({ campaign }: { campaign: Campaign }) => {
  const { assistant_id, company_id, from_number_ids } = campaign;
  const assistant = useRead('getAssistant', { assistantId: assistant_id });
  const company = useRead('getCompany', { id: company_id });
  const numbers = useRead('listPhoneNumbers', { teamId: teamId.value });
  const callerIds = from_number_ids.map((id) => numbers.data?.numbers.find((number) => number.id === id)?.phone_number);
  return (
    <Section title="Settings">
      <dl class="card facts">
        <Fact words="Assistant">
          <a href={`/assistants/${assistant_id}`}>{assistant.data?.assistant.name ?? assistant_id}</a>
        </Fact>
        <Fact words="Company">
          <a href={`/contacts?company=${company_id}`}>{company.data?.company.name ?? company_id}</a>
        </Fact>
        <Fact words="Phone numbers">{callerIds.filter(Boolean).join(', ') || campaign.from_number}</Fact>
        <Fact words="Call window">{windowWords(campaign)}</Fact>
        <Fact words="Concurrent calls">At most {campaign.max_concurrent_calls}</Fact>
        <Fact words="Attempts per contact">
          {counted(campaign.max_attempts_per_contact, 'attempt')}, {counted(campaign.retry_delay_minutes, 'minute')}{' '}
          apart
        </Fact>
        <Times campaign={campaign} />
        <Fact words="ID">
          <Copyable text={campaign.id} what="campaign id" />
        </Fact>
      </dl>
    </Section>
  );
};
