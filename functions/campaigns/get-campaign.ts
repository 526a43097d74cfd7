import * as z from 'zod';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Campaign, CampaignPath } from '#shared/schemas/campaign.ts';
import { success } from '#shared/schemas/primitives.ts';
import { readCampaign } from '#shared/store/campaign/campaigns.ts';

export const getCampaign = defineEndpoint({
  method: 'GET',
  path: '/api/crm/campaigns/{id}',
  tag: 'Campaigns',
  summary: 'Read a campaign; a deleted one has deleted_at',
  params: CampaignPath,
  output: z.object({ success, campaign: Campaign }),
  errors: [403, 404],
  loads: { anyCampaign: 'id' },
  uses: ['table:read'],
  handle: async ({ input, table }) => ({ success: true as const, campaign: await readCampaign(table, input.id) }),
});
