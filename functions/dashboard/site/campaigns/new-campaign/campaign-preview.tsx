import { counted } from '#functions/dashboard/site/format/words.ts';
import { Section } from '#functions/dashboard/site/layout/page.tsx';
import type { OutputOf } from '#shared/client/client.ts';
import { previewMessage, previewReasons } from './preview-words.ts';

interface PreviewProps {
  of: OutputOf<'runCampaign'>;
  contactCount: number;
}

/** As many names are listed for a reason. */
const NAMES_SHOWN = 20;

const Names = ({ contacts }: { contacts: readonly string[] }) => {
  if (contacts.length === 0) return null;
  const hidden = contacts.length - NAMES_SHOWN;
  return (
    <details>
      <summary>Who</summary>
      <p>
        {contacts.slice(0, NAMES_SHOWN).join(', ')}
        {hidden > 0 && ` and ${counted(hidden, 'other')}`}
      </p>
    </details>
  );
};

/** The dry run in words: who would be called at once, who would not be, and why. */
export const CampaignPreview = ({ of: { message, errors }, contactCount }: PreviewProps) => (
  <Section title="What would happen now">
    <div class="card preview" role="status">
      <p>
        <strong>{previewMessage(message)}</strong> The campaign has {counted(contactCount, 'contact')}; the others
        follow as calls end.
      </p>
      <ul>
        {previewReasons(errors).map(({ words, contacts }) => (
          <li key={words}>
            {words}
            <Names contacts={contacts} />
          </li>
        ))}
      </ul>
      <p class="hint">Nobody was called.</p>
    </div>
  </Section>
);
