import { useState } from 'preact/hooks';
import { api } from '#functions/dashboard/site/api/client.ts';
import { isUnknown, type Problem } from '#functions/dashboard/site/api/problem.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { type Command, useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { AskingButton, Button } from '#functions/dashboard/site/components/button.tsx';
import { CopyButton } from '#functions/dashboard/site/components/copy.tsx';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { accountSlug, may } from '#functions/dashboard/site/session/session.ts';
import type { KindWords } from './kinds.ts';

const readKey = async (kind: KindWords['kind']): Promise<string | null> => {
  const { webhooks } = await api.listWebhooks({ accountSlug: accountSlug.value });
  return webhooks.find((one) => one.kind === kind)?.verification_key ?? null;
};

const lostWords = (problem: Problem): string =>
  isUnknown(problem)
    ? 'No answer came, so the key may have been rotated: "Reveal" shows the one that is used now.'
    : problem.words;

interface RotateProps {
  words: KindWords;
  command: Command<[]>;
}

const RotateButton = ({ words: { events, header }, command }: RotateProps) => (
  <AskingButton
    name="Rotate"
    disabled={!may('full')}
    isBusy={command.isBusy}
    onYes={() => void command.run()}
    ask={() => ({
      title: `Rotate the key of ${events}?`,
      body: (
        <>
          <p>
            A new key is made and shown. <code>{header}</code> is signed with it at once: a receiver that checks this
            header refuses events until it has the new key, and they are sent again later.
          </p>
          <p>
            <code>webhook-signature</code> carries a signature by the old key too, for 24 hours.
          </p>
        </>
      ),
    })}
  />
);

interface ShownKeyProps {
  words: KindWords;
  shown: string | null;
  reveal: Command<[]>;
  onHide: () => void;
}

const ShownKey = ({ words: { events, key, keyIsShown }, shown, reveal, onHide }: ShownKeyProps) => {
  if (shown !== null) {
    return (
      <>
        <p class="secret">
          <code>{shown}</code>
        </p>
        <CopyButton text={shown} />
        <Button onClick={onHide}>Hide</Button>
      </>
    );
  }
  return (
    <AskingButton
      name="Reveal"
      disabled={!may('full')}
      isBusy={reveal.isBusy}
      onYes={() => void reveal.run()}
      ask={() => ({
        title: `Show the key of ${events} on this screen?`,
        body: `${key}. ${keyIsShown} It is hidden again when you leave this page.`,
      })}
    />
  );
};

/** The key that verifies events: read when somebody asks for it, and forgotten with this page. */
export const WebhookSecret = ({ words }: { words: KindWords }) => {
  const [shown, setShown] = useState<string | null>(null);
  const reveal = useCommand(async () => setShown(await readKey(words.kind)));
  const rotate = useCommand(
    // Its answer holds a secret, so a repeated request has none to give: no Idempotency-Key.
    async () => {
      const { webhook } = await api.rotateWebhookSecret({ accountSlug: accountSlug.value, kind: words.kind });
      setShown(webhook.verification_key);
      notify('The key is rotated. Give the new one to your receiver.');
      await refresh('listWebhooks');
    },
    { inForm: true },
  );
  return (
    <div class="setting">
      <h3>{words.key}</h3>
      <div class="setting-value">
        <ShownKey words={words} shown={shown} reveal={reveal} onHide={() => setShown(null)} />
        <RotateButton words={words} command={rotate} />
      </div>
      {rotate.problem && (
        <p class="form-problem" role="alert">
          {lostWords(rotate.problem)}
        </p>
      )}
      <p class="hint">
        {may('full') ? 'Your receiver checks signatures with it.' : 'A key of the role "full" sees it.'}{' '}
        <a href="/docs" target="_blank" rel="noreferrer">
          How to verify events
        </a>
      </p>
    </div>
  );
};
