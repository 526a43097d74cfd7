import { LIVE_POLL_MS, SLOW_POLL_MS, useRead } from '#functions/dashboard/site/api/query.ts';
import { CAMPAIGN_COLUMNS } from '#functions/dashboard/site/campaigns/campaign-list.tsx';
import { isLive, LiveCalls } from '#functions/dashboard/site/campaigns/live-calls.tsx';
import { Figure } from '#functions/dashboard/site/components/figure.tsx';
import { Table } from '#functions/dashboard/site/components/table.tsx';
import { now } from '#functions/dashboard/site/format/clock.ts';
import { shownUsd } from '#functions/dashboard/site/format/money.ts';
import { Page, Section } from '#functions/dashboard/site/layout/page.tsx';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import { accountSlug, teamId } from '#functions/dashboard/site/session/session.ts';
import { firstSteps, needsOf, type Step } from './needs.ts';

const NEWEST_CALLS = 50;
/** Somebody may call in at any time. */
const IDLE_POLL_MS = 5_000;
const CAMPAIGNS_LISTED = 50;

const FirstSteps = ({ steps }: { steps: Step[] }) => {
  const next = steps.findIndex(({ isDone }) => !isDone);
  if (next === -1) return null;
  return (
    <Section title="Next step">
      <ol class="card steps">
        {steps.map(({ words, href, isDone }, index) => (
          <li key={href} class={isDone ? 'done' : undefined} aria-current={index === next ? 'step' : undefined}>
            {isDone ? `${words} (done)` : <a href={href}>{words}</a>}
          </li>
        ))}
      </ol>
    </Section>
  );
};

const Needs = () => {
  const team = teamId.value;
  const paused = useRead(
    'listCampaigns',
    { teamId: team, status: 'paused', limit: CAMPAIGNS_LISTED },
    { poll: () => SLOW_POLL_MS },
  );
  const numbers = useRead('listPhoneNumbers', { teamId: team });
  const dead = useRead('listWebhookDeliveries', { accountSlug: accountSlug.value, status: 'dead_lettered', limit: 1 });
  const facts = {
    campaigns: paused.data?.campaigns ?? [],
    numbers: numbers.data?.numbers ?? [],
    deadDeliveries: dead.data?.count ?? 0,
  };
  const needs = needsOf(facts, now());
  return (
    <Section title="Needs a person">
      {needs.length === 0 ? (
        <p class="hint">Nothing does.</p>
      ) : (
        <ul class="card needs">
          {needs.map(({ words, href, action }) => (
            <li key={words}>
              {words} <a href={href}>{action}</a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
};

const Running = () => {
  const running = useRead(
    'listCampaigns',
    { teamId: teamId.value, status: 'running', limit: CAMPAIGNS_LISTED },
    { poll: (data) => (data && data.campaigns.length > 0 ? LIVE_POLL_MS : SLOW_POLL_MS) },
  );
  return (
    <Section title="Running campaigns">
      <State of={running}>
        {({ campaigns }) => (
          <Table
            label="Running campaigns"
            columns={CAMPAIGN_COLUMNS}
            rows={campaigns}
            keyOf={({ id }) => id}
            empty={
              <p>
                No campaign is running. <a href="/campaigns">See the others</a>
              </p>
            }
          />
        )}
      </State>
    </Section>
  );
};

const Live = () => {
  const team = teamId.value;
  const running = useRead('listCampaigns', { teamId: team, status: 'running', limit: CAMPAIGNS_LISTED });
  const mayChange = (running.data?.campaigns.length ?? 0) > 0;
  const calls = useRead(
    'listCalls',
    { teamId: team, limit: NEWEST_CALLS },
    { poll: (data) => (mayChange || data?.calls.some(isLive) ? LIVE_POLL_MS : IDLE_POLL_MS) },
  );
  return (
    <Section title="Live calls">
      <State of={calls}>{(data) => <LiveCalls isSteady={mayChange} calls={data.calls.filter(isLive)} />}</State>
    </Section>
  );
};

const Today = () => {
  const { data } = useRead('getDialingSettings', { accountSlug: accountSlug.value }, { poll: () => SLOW_POLL_MS });
  if (!data) return null;
  const { calls_today, calls_per_day_allowed, spend_today_usd, max_spend_per_day_usd } = data.dialing;
  return (
    <Section title="Today (UTC)">
      <dl class="card figures" aria-live="polite">
        <Figure words="Calls" value={calls_today} note={`of ${calls_per_day_allowed.toLocaleString('en')} allowed`} />
        <Figure
          words="Spent"
          value={shownUsd(spend_today_usd)}
          note={max_spend_per_day_usd === null ? 'no limit' : `of ${shownUsd(max_spend_per_day_usd)}`}
        />
      </dl>
    </Section>
  );
};

const useFirstSteps = (): Step[] => {
  const team = { teamId: teamId.value };
  const numbers = useRead('listPhoneNumbers', team);
  const assistants = useRead('listAssistants', { accountSlug: accountSlug.value, limit: 1 });
  const contacts = useRead('listContacts', { ...team, limit: 1 });
  const campaigns = useRead('listCampaigns', { ...team, limit: 1 });
  if (!numbers.data || !assistants.data || !contacts.data || !campaigns.data) return [];
  return firstSteps({
    numbers: numbers.data.numbers.filter(({ status }) => status === 'active').length,
    assistants: assistants.data.count,
    contacts: contacts.data.count,
    campaigns: campaigns.data.count,
  });
};

/** What goes on now, and what somebody has to do. */
export const OverviewPage = () => (
  <Page title="Overview">
    <FirstSteps steps={useFirstSteps()} />
    <Running />
    <Live />
    <Needs />
    <Today />
  </Page>
);
