import * as z from 'zod';
import { removeContact } from '#shared/engine/campaign/remove-contact.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { id, success } from '#shared/schemas/fields/primitives.ts';

export const removeCampaignContact = defineEndpoint({
  method: 'DELETE',
  path: '/api/crm/campaigns/{id}/contacts/{contactId}',
  tag: 'Campaigns',
  summary: 'Remove a contact from a campaign',
  description: 'The counters are adjusted. 409 while the contact has a live call.',
  role: 'operate',
  params: z.object({ id: id('campaign', 'camp_01JNB4Q8Z6W2'), contactId: id('contact', 'cont_01JNB4Q8Z6W2') }),
  output: z.object({ success }),
  errors: [403, 404, 409],
  loads: { campaign: 'id', anyContact: 'contactId' },
  uses: ['table:write', 'campaignQueue:send'],
  async handle({ input, ...ports }) {
    await removeContact(ports, input.id, input.contactId);
    return { success: true as const };
  },
});
