import { useState } from 'preact/hooks';
import { useRead } from '#functions/dashboard/site/api/query.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { type ChosenContact, ContactChoice } from '#functions/dashboard/site/campaigns/new-campaign/contact-choice.tsx';
import { addContacts, contactsWanted } from '#functions/dashboard/site/campaigns/new-campaign/save-draft.ts';
import { Dialog } from '#functions/dashboard/site/components/dialog.tsx';
import { Form } from '#functions/dashboard/site/components/form/form.tsx';
import { notify } from '#functions/dashboard/site/components/notices.tsx';
import { counted } from '#functions/dashboard/site/format/words.ts';
import { type Campaign, refreshCampaigns } from './campaign-commands.tsx';

/** Puts further people into a campaign; who is in it already stays as they are. */
export const AddContacts = ({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) => {
  const { id, company_id: companyId, status } = campaign;
  const company = useRead('getCompany', { id: companyId });
  const [who, setWho] = useState<'all' | 'chosen'>('chosen');
  const [chosen, setChosen] = useState<ChosenContact[]>([]);
  const [progress, setProgress] = useState<string | null>(null);
  const command = useCommand(
    async (key) => {
      const contactIds = chosen.map((contact) => contact.id);
      const wanted = await contactsWanted({ who, companyId, contactIds }, setProgress);
      await addContacts({ id, contactIds: [] }, wanted, key, setProgress);
      await refreshCampaigns();
      notify(`${counted(wanted.length, 'contact')} are in the campaign.`);
      onClose();
    },
    { inForm: true },
  );
  return (
    <Dialog title="Add contacts" onClose={onClose}>
      {status === 'running' && <p class="hint">The campaign is running: who is added is called soon.</p>}
      <Form
        submit="Add"
        command={command}
        disabled={who === 'chosen' && chosen.length === 0}
        onCancel={onClose}
        onSubmit={() => void command.run()}
      >
        <ContactChoice
          companyId={companyId}
          companyCount={company.data?.company.contact_count}
          who={who}
          onWho={setWho}
          chosen={chosen}
          onChosen={setChosen}
        />
      </Form>
      {progress && (
        <p class="hint" role="status">
          {progress}
        </p>
      )}
    </Dialog>
  );
};
