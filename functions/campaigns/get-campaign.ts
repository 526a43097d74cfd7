import * as z from 'zod';
import { readWaiting } from '#shared/engine/campaign/read-waiting.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { CampaignPath, CampaignWithWaiting } from '#shared/schemas/campaign.ts';
import { success } from '#shared/schemas/fields/primitives.ts';
import { readShownCampaign } from '#shared/store/campaign/shown-campaign.ts';

export const getCampaign = defineEndpoint({
  method: 'GET',
  path: '/api/crm/campaigns/{id}',
  tag: 'Campaigns',
  summary: 'Read a campaign; a deleted one has deleted_at',
  role: 'read',
  params: CampaignPath,
  output: z.object({ success, campaign: CampaignWithWaiting }),
  errors: [403, 404],
  loads: { anyCampaign: 'id' },
  uses: ['table:read', 'dialLimits'],
  async handle({ input, anyCampaign, now, ...ports }) {
    const [campaign, waiting] = await Promise.all([
      readShownCampaign(ports.table, anyCampaign),
      readWaiting(ports, input.id, now),
    ]);
    return { success: true as const, campaign: { ...campaign, ...waiting } };
  },
});
