import { Progress } from '#functions/dashboard/site/components/progress.tsx';
import { shownUsd } from '#functions/dashboard/site/format/money.ts';
import { Section } from '#functions/dashboard/site/layout/page.tsx';
import type { Dialing } from './dialing-values.ts';

/** What of the bounds of this day is used up. */
export const DialingToday = ({ dialing }: { dialing: Dialing }) => {
  const { calls_today, calls_per_day_allowed, spend_today_usd, max_spend_per_day_usd } = dialing;
  return (
    <Section title="Today (UTC)">
      <div class="card">
        <p>
          <strong>{calls_today.toLocaleString('en')}</strong> of {calls_per_day_allowed.toLocaleString('en')} calls
        </p>
        <Progress label="Calls today" value={calls_today} max={calls_per_day_allowed} />
        <p>
          <strong>{shownUsd(spend_today_usd)}</strong>{' '}
          {max_spend_per_day_usd === null ? 'spent, without a bound' : `of ${shownUsd(max_spend_per_day_usd)} spent`}
        </p>
        {max_spend_per_day_usd !== null && (
          <Progress label="Spend today" value={Number(spend_today_usd)} max={Number(max_spend_per_day_usd)} />
        )}
      </div>
    </Section>
  );
};
