import { api } from '#functions/dashboard/site/api/client.ts';
import { useCommand } from '#functions/dashboard/site/api/use-command.ts';
import { WindowFields } from '#functions/dashboard/site/campaigns/new-campaign/window-fields.tsx';
import { Dialog } from '#functions/dashboard/site/components/dialog.tsx';
import { TextAreaField, TextField } from '#functions/dashboard/site/components/form/fields.tsx';
import { Form } from '#functions/dashboard/site/components/form/form.tsx';
import { useForm } from '#functions/dashboard/site/components/form/use-form.ts';
import { localMinuteOf, momentOf, ownZone } from '#functions/dashboard/site/format/time.ts';
import { type Campaign, refreshCampaigns } from './campaign-commands.tsx';
import { changedFields, valuesOf } from './edit-values.ts';

/** Changes what may be changed of a campaign in its status. */
export const EditCampaign = ({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) => {
  const initial = { ...valuesOf(campaign, ownZone()), startAt: localMinuteOf(campaign.scheduled_start_at) };
  const command = useCommand(
    async () => {
      const { startAt, ...values } = form.values;
      const changes = {
        ...changedFields(initial, values),
        ...(startAt !== initial.startAt && { scheduledStartAt: momentOf(startAt) }),
      };
      await api.updateCampaign({ id: campaign.id, ...changes });
      await refreshCampaigns();
      onClose();
    },
    { inForm: true },
  );
  const form = useForm(initial, command.problem);
  const mayStartLater = campaign.status === 'draft' || campaign.status === 'scheduled';
  return (
    <Dialog title="Edit campaign" onClose={onClose}>
      <Form
        submit="Save"
        command={command}
        disabled={!form.isChanged}
        onCancel={onClose}
        onSubmit={() => void command.run()}
      >
        <TextField label="Name" required isWide {...form.bind('name')} />
        <TextAreaField label="Description" rows={2} {...form.bind('description')} />
        <h3>When and how often</h3>
        <WindowFields bind={form.bind} />
        {mayStartLater && (
          <TextField
            label="Start at"
            type="datetime-local"
            hint={`In ${ownZone()}. With a time it starts by itself, once it has contacts.`}
            {...form.bind('startAt', 'scheduledStartAt')}
          />
        )}
      </Form>
    </Dialog>
  );
};
