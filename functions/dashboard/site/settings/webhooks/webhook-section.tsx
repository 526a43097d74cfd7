import { useState } from 'preact/hooks';
import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { useAddress } from '#functions/dashboard/site/api/use-address.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { AskingButton, Button } from '#functions/dashboard/site/components/button.tsx';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { Section } from '#functions/dashboard/site/layout/page.tsx';
import { accountSlug, may } from '#functions/dashboard/site/session/session.ts';
import { type Delivery, testWords } from './delivery-words.ts';
import type { KindWords } from './kinds.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import type { ListedWebhook } from './webhook-setting.ts';

interface OfKind {
  words: KindWords;
  webhook: ListedWebhook;
}

const TestEvent = ({ words: { kind } }: OfKind) => {
  const address = useAddress();
  const [answer, setAnswer] = useState<Delivery | null>(null);
  const send = useCommand(async (idempotencyKey) => {
    setAnswer(null);
    const { delivery } = await api.testWebhook({ accountSlug: accountSlug.value, kind }, { idempotencyKey });
    setAnswer(delivery);
    await refresh('listWebhookDeliveries');
  });
  return (
    <div class="setting">
      <h3>Test</h3>
      <div class="setting-value">
        <Button disabled={!may('full')} isBusy={send.isBusy} onClick={() => void send.run()}>
          Send test event
        </Button>
        <p role="status" class={answer && answer.status !== 'delivered' ? 'field-error' : undefined}>
          {send.isBusy && answer === null && 'Waiting for the receiver…'}
          {answer && (
            <>
              {testWords(answer)} <a href={address.with({ delivery: answer.id })}>Show what was sent</a>
            </>
          )}
        </p>
      </div>
      <p class="hint">Sent once to the saved URL, signed like every event; its ids belong to nothing.</p>
    </div>
  );
};

const RemoveButton = ({ words: { kind, events }, webhook }: OfKind) => {
  const remove = useCommand(async () => {
    await api.removeWebhook({ accountSlug: accountSlug.value, kind });
    notify(`No ${events} are sent any more.`);
    await refresh('listWebhooks', 'listWebhookDeliveries');
  });
  return (
    <AskingButton
      name="Remove"
      disabled={!may('full')}
      isBusy={remove.isBusy}
      onYes={() => void remove.run()}
      ask={() => ({
        title: `Send no more ${events}?`,
        body: `${webhook.url} gets no more ${events}, and those that wait to be sent are given up. The log of deliveries stays.`,
      })}
    />
  );
};

interface WebhookSectionProps {
  words: KindWords;
  webhook: ListedWebhook | undefined;
}

/** All about the events of one kind. */
export const WebhookSection = ({ words, webhook }: WebhookSectionProps) => (
  <Section title={words.title} actions={webhook && <RemoveButton words={words} webhook={webhook} />}>
    <div class="card">
      <p class="hint">{words.about}</p>
      <WebhookForm words={words} webhook={webhook} />
      {webhook && (
        <div class="settings">
          <WebhookSecret words={words} />
          <TestEvent words={words} webhook={webhook} />
        </div>
      )}
    </div>
  </Section>
);
