import { api } from '#functions/dashboard/site/api/client.ts';
import { refresh } from '#functions/dashboard/site/api/query.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { AskingButton, Button } from '#functions/dashboard/site/components/button.tsx';
import { contactName } from '#functions/dashboard/site/components/choosing/contact-words.ts';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { Section } from '#functions/dashboard/site/layout/page.tsx';
import { may } from '#functions/dashboard/site/session/session.ts';
import type { ShownContact } from './contact-values.ts';

interface PersonalDataProps {
  contact: ShownContact;
  onErased: () => void;
}

const numbersOf = ({ phone, phone_secondary }: ShownContact): string =>
  [phone, phone_secondary].filter((number) => number !== null).join(' and ');

const erasureWords = (contact: ShownContact): string => {
  const numbers = numbersOf(contact);
  const closed =
    numbers === '' ? '' : ` Nobody calls ${numbers} any more, whichever contact has it, and nothing lifts that.`;
  return `Names, numbers, notes, transcripts, recordings and findings are deleted, here and at the carrier; calls stay as counts.${closed} This cannot be undone.`;
};

/** What a person may ask for: everything that is kept of them, or that nothing is. */
export const PersonalData = ({ contact, onErased }: PersonalDataProps) => {
  const name = contactName(contact);
  const saving = useCommand(async () => {
    const { url } = (await api.exportContact({ id: contact.id })).export;
    window.location.assign(url);
  });
  const erasure = useCommand(async () => {
    await api.eraseContact({ id: contact.id });
    notify(`${name} is being erased; that takes a minute at most.`);
    onErased();
    await refresh('listContacts', 'listCompanies', 'getCompany');
  });
  return (
    <Section title="Personal data">
      <div class="panel-actions">
        <Button kind="plain" isBusy={saving.isBusy} onClick={() => void saving.run()}>
          Export everything
        </Button>
        <AskingButton
          name="Erase for good"
          kind="danger"
          isBusy={erasure.isBusy}
          disabled={!may('full')}
          ask={() => ({ title: `Erase ${name} for good?`, body: erasureWords(contact) })}
          onYes={() => void erasure.run()}
        />
      </div>
    </Section>
  );
};
