import { api } from '#functions/dashboard/site/api/client.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { AskingButton } from '#functions/dashboard/site/components/button.tsx';
import type { OutputOf } from '#shared/client/client.ts';
import { type Campaign, refreshCampaigns } from './campaign-commands.tsx';
import { nameOf } from './contact-name.ts';

interface RemoveContactProps {
  campaign: Campaign;
  contact: OutputOf<'listCampaignContacts'>['contacts'][number];
}

/** Takes somebody out of a campaign before they are called. */
export const RemoveContact = ({ campaign: { id, name }, contact }: RemoveContactProps) => {
  const command = useCommand(async () => {
    await api.removeCampaignContact({ id, contactId: contact.contact_id });
    await refreshCampaigns();
  });
  return (
    <AskingButton
      name="Remove"
      kind="quiet"
      isBusy={command.isBusy}
      onYes={() => void command.run()}
      ask={() => ({
        title: `Take ${nameOf(contact)} out of “${name}”?`,
        body: 'The campaign calls them no more. The contact itself and earlier calls stay.',
      })}
    />
  );
};
