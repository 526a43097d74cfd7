import * as z from 'zod';
import { CONTACT_STATUSES } from '#shared/domain/campaign/contact-status.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { CampaignContact, CampaignPath } from '#shared/schemas/campaign.ts';
import { listFields, listPage, oneOfFilter } from '#shared/schemas/fields/paging.ts';
import { success } from '#shared/schemas/fields/primitives.ts';
import { listCampaignContacts as list } from '#shared/store/campaign/campaign-contacts.ts';

export const listCampaignContacts = defineEndpoint({
  method: 'GET',
  path: '/api/crm/campaigns/{id}/contacts',
  tag: 'Campaigns',
  summary: "List a campaign's contacts with their progress, newest contact first",
  role: 'read',
  params: CampaignPath,
  query: z.object({
    status: oneOfFilter(CONTACT_STATUSES, 'completed'),
    ...listPage,
  }),
  output: z.object({ success, contacts: z.array(CampaignContact), ...listFields }),
  errors: [403, 404],
  loads: { anyCampaign: 'id' },
  uses: ['table:read'],
  async handle({ input, table }) {
    const { status, limit, offset } = input;
    const { contacts, count } = await list(table, input.id, status, { limit, offset });
    return { success: true as const, contacts, count, limit, offset };
  },
});
