import { Figure } from '#functions/dashboard/site/components/figure.tsx';
import { Progress } from '#functions/dashboard/site/components/progress.tsx';
import { shownUsd } from '#functions/dashboard/site/format/money.ts';
import { shownDuration } from '#functions/dashboard/site/format/time.ts';
import { statusWords } from '#functions/dashboard/site/format/words.ts';
import { CONTACT_STATUSES } from '#shared/domain/campaign/contact-status.ts';
import type { Campaign } from './campaign-commands.tsx';
import { answeredShare, progressWords } from './campaign-words.ts';

/** All of them, so that none moves its neighbours when it gets its first contact. */
const Shares = ({ campaign: { id, contact_status_counts: counts } }: { campaign: Campaign }) => (
  <ul class="shares">
    {CONTACT_STATUSES.map((status) => (
      <li key={status} class={counts[status] ? undefined : 'nobody'}>
        <a href={`/campaigns/${id}?status=${status}`}>
          {statusWords(status)} <strong>{(counts[status] ?? 0).toLocaleString('en')}</strong>
        </a>
      </li>
    ))}
  </ul>
);

/** How far a campaign is, in counters that move by themselves. */
export const CampaignProgress = ({ campaign }: { campaign: Campaign }) => {
  const { cost, total_contacts, contacts_called, contacts_completed, contacts_answered } = campaign;
  return (
    <div class="card campaign-progress">
      <div class="progress-head">
        <Progress label="Contacts completed" value={contacts_completed} max={total_contacts} />
        <span>{progressWords(campaign)}</span>
      </div>
      <dl class="figures" aria-live="polite">
        <Figure words="Contacts" value={total_contacts} />
        <Figure words="Called" value={contacts_called} />
        <Figure words="Done" value={contacts_completed} />
        <Figure words="Answered" value={contacts_answered} note={answeredShare(campaign)} />
        <Figure words="Talk time" value={shownDuration(cost.seconds)} />
        <Figure words="Carrier cost so far" value={shownUsd(cost.carrier_usd)} />
        <Figure words="Tokens" value={(cost.input_tokens + cost.output_tokens).toLocaleString('en')} />
      </dl>
      <Shares campaign={campaign} />
    </div>
  );
};
