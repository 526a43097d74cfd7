import * as z from 'zod';
import { addContacts } from '#shared/engine/campaign/add-contacts.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { AddContactsBody, CampaignPath } from '#shared/schemas/campaign.ts';
import { success } from '#shared/schemas/fields/primitives.ts';

export const addCampaignContacts = defineEndpoint({
  method: 'POST',
  path: '/api/crm/campaigns/{id}/contacts',
  tag: 'Campaigns',
  summary: 'Add contacts to a campaign',
  description:
    'One unknown contact id refuses the whole request. Contacts that are already in the campaign are left alone. ' +
    'A completed campaign is reopened as paused.',
  role: 'operate',
  params: CampaignPath,
  body: AddContactsBody,
  output: z.object({ success }),
  errors: [403, 404, 409],
  loads: { campaign: 'id', contacts: 'contactIds' },
  uses: ['table:write', 'campaignQueue:send'],
  async handle({ campaign, contacts, commit, ...ports }) {
    const added = { success: true as const };
    const contactIds = contacts.map(({ id }) => id);
    await addContacts(ports, campaign.id, contactIds, (operations) => commit(operations, added));
    return added;
  },
});
