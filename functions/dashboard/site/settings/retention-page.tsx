import { SLOW_POLL_MS, useRead } from '#functions/dashboard/site/api/query.ts';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import { may } from '#functions/dashboard/site/session/session.ts';
import { RetentionForm } from './retention/retention-form.tsx';
import { SettingsPage } from './settings-page.tsx';

export const RetentionPage = () => {
  const account = useRead('getAccount', {}, { poll: () => SLOW_POLL_MS });
  return (
    <SettingsPage title="Retention">
      <p class="hint">
        Transcripts and recordings end by themselves as many days after each call; summary, outcome and times stay. Your
        operator may have set fewer days.
        {!may('full') && ' Only somebody with a key of the role "full" changes this.'}
      </p>
      <State of={account}>{({ account: shown }) => <RetentionForm account={shown} />}</State>
    </SettingsPage>
  );
};
