import { useRead } from '#functions/dashboard/site/api/query.ts';
import { State } from '#functions/dashboard/site/layout/state.tsx';
import { accountSlug } from '#functions/dashboard/site/session/session.ts';
import { SettingsPage } from './settings-page.tsx';
import { DeliveryList } from './webhooks/delivery-list.tsx';
import { KINDS } from './webhooks/kinds.ts';
import { WebhookSection } from './webhooks/webhook-section.tsx';

export const WebhooksPage = () => {
  const list = useRead('listWebhooks', { accountSlug: accountSlug.value });
  return (
    <SettingsPage title="Webhooks">
      <State of={list}>
        {({ webhooks }) => (
          <div class="kinds">
            {KINDS.map((words) => (
              <WebhookSection
                key={words.kind}
                words={words}
                webhook={webhooks.find(({ kind }) => kind === words.kind)}
              />
            ))}
          </div>
        )}
      </State>
      <DeliveryList />
    </SettingsPage>
  );
};
