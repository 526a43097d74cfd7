import * as z from 'zod';
import { cancelCampaign as cancel } from '#shared/engine/campaign/stop.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Campaign, CampaignPath } from '#shared/schemas/campaign.ts';
import { success } from '#shared/schemas/fields/primitives.ts';
import { readCampaign } from '#shared/store/campaign/campaigns.ts';

export const cancelCampaign = defineEndpoint({
  method: 'POST',
  path: '/api/crm/campaigns/{id}/cancel',
  tag: 'Campaigns',
  summary: 'Cancel a campaign for good',
  description:
    'After the response no dial starts. Waiting contacts become `cancelled`; of long lists the rest follows within ' +
    'minutes. Calls that people asked for on calls of the campaign become `cancelled` too. Live calls are not hung up.',
  role: 'operate',
  params: CampaignPath,
  output: z.object({ success, campaign: Campaign }),
  errors: [403, 404, 409],
  loads: { campaign: 'id' },
  uses: ['table:write', 'lines', 'campaignQueue:send', 'webhookQueue:send', 'portionLimits'],
  async handle({ input, caller, table, ...ports }) {
    await cancel({ table, ...ports }, input.id, caller);
    return { success: true as const, campaign: await readCampaign(table, input.id) };
  },
});
