import { SLOW_POLL_MS, useRead } from '#functions/dashboard/site/api/query.ts';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import { accountSlug, may } from '#functions/dashboard/site/session/session.ts';
import { DialingForm } from './dialing/dialing-form.tsx';
import { DialingToday } from './dialing/dialing-today.tsx';
import { SettingsPage } from './settings-page.tsx';

export const DialingPage = () => {
  const settings = useRead('getDialingSettings', { accountSlug: accountSlug.value }, { poll: () => SLOW_POLL_MS });
  return (
    <SettingsPage title="Dialing">
      <p class="hint">
        These bounds hold for whoever dials: campaigns, single calls and callbacks.
        {!may('full') && ' Only somebody with a key of the role "full" changes them.'}
      </p>
      <State of={settings}>
        {({ dialing }) => (
          <div class="beside">
            <DialingForm dialing={dialing} />
            <DialingToday dialing={dialing} />
          </div>
        )}
      </State>
    </SettingsPage>
  );
};
