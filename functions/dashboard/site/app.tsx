import { useEffect } from 'preact/hooks';
import { LocationProvider, Route, Router } from 'preact-iso/router';
import { CampaignPage } from './campaigns/campaign-page.tsx';
import { CampaignsPage } from './campaigns/campaigns-page.tsx';
import { ConfirmHost } from './components/confirm.tsx';
import { NoticeHost } from './components/notices.tsx';
import { Loading } from './components/table.tsx';
import { NotFoundPage } from './layout/not-found.tsx';
import { pageOnDemand } from './layout/page-on-demand.tsx';
import { Shell } from './layout/shell.tsx';
import { Shortcuts } from './layout/shortcuts.tsx';
import { OverviewPage } from './overview/overview-page.tsx';
import { beginSession, session, teamId } from './session/session.ts';
import { SignInPage } from './session/sign-in.tsx';

// Every page but the first ones is a file of its own, loaded when it is opened.
const NewCampaignPage = pageOnDemand(() =>
  import('./campaigns/new-campaign-page.tsx').then((page) => page.NewCampaignPage),
);
const ContactsPage = pageOnDemand(() => import('./contacts/contacts-page.tsx').then((page) => page.ContactsPage));
const ImportPage = pageOnDemand(() => import('./import/import-page.tsx').then((page) => page.ImportPage));
const CallsPage = pageOnDemand(() => import('./calls/calls-page.tsx').then((page) => page.CallsPage));
const CallPage = pageOnDemand(() => import('./calls/call-page.tsx').then((page) => page.CallPage));
const AssistantsPage = pageOnDemand(() =>
  import('./assistants/assistants-page.tsx').then((page) => page.AssistantsPage),
);
const AssistantPage = pageOnDemand(() => import('./assistants/assistant-page.tsx').then((page) => page.AssistantPage));
const PhoneNumbersPage = pageOnDemand(() =>
  import('./phone-numbers/phone-numbers-page.tsx').then((page) => page.PhoneNumbersPage),
);
const ApiKeysPage = pageOnDemand(() => import('./settings/api-keys-page.tsx').then((page) => page.ApiKeysPage));
const WebhooksPage = pageOnDemand(() => import('./settings/webhooks-page.tsx').then((page) => page.WebhooksPage));
const DialingPage = pageOnDemand(() => import('./settings/dialing-page.tsx').then((page) => page.DialingPage));
const RetentionPage = pageOnDemand(() => import('./settings/retention-page.tsx').then((page) => page.RetentionPage));
const SuppressionsPage = pageOnDemand(() =>
  import('./settings/suppressions-page.tsx').then((page) => page.SuppressionsPage),
);
const ActivityPage = pageOnDemand(() => import('./settings/activity-page.tsx').then((page) => page.ActivityPage));

const Pages = () => (
  <Router key={teamId.value}>
    <Route path="/" component={OverviewPage} />
    <Route path="/campaigns" component={CampaignsPage} />
    <Route path="/campaigns/new" component={NewCampaignPage} />
    <Route path="/campaigns/:id" component={CampaignPage} />
    <Route path="/contacts" component={ContactsPage} />
    <Route path="/contacts/import" component={ImportPage} />
    <Route path="/calls" component={CallsPage} />
    <Route path="/calls/:id" component={CallPage} />
    <Route path="/assistants" component={AssistantsPage} />
    <Route path="/assistants/:id" component={AssistantPage} />
    <Route path="/phone-numbers" component={PhoneNumbersPage} />
    <Route path="/settings" component={ApiKeysPage} />
    <Route path="/settings/api-keys" component={ApiKeysPage} />
    <Route path="/settings/webhooks" component={WebhooksPage} />
    <Route path="/settings/dialing" component={DialingPage} />
    <Route path="/settings/retention" component={RetentionPage} />
    <Route path="/settings/suppressions" component={SuppressionsPage} />
    <Route path="/settings/activity" component={ActivityPage} />
    <Route default component={NotFoundPage} />
  </Router>
);

export const App = () => {
  useEffect(() => void beginSession(), []);
  if (session.value === undefined) return <Loading />;
  if (session.value === null) return <SignInPage />;
  return (
    <LocationProvider>
      <Shell>
        <Pages />
      </Shell>
      <Shortcuts />
      <ConfirmHost />
      <NoticeHost />
    </LocationProvider>
  );
};
