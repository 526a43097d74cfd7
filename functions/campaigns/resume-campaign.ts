import * as z from 'zod';
import { resumeCampaign as resume } from '#shared/engine/campaign/run.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Campaign, CampaignPath } from '#shared/schemas/campaign.ts';
import { success } from '#shared/schemas/fields/primitives.ts';
import { readCampaign } from '#shared/store/campaign/campaigns.ts';

export const resumeCampaign = defineEndpoint({
  method: 'POST',
  path: '/api/crm/campaigns/{id}/resume',
  tag: 'Campaigns',
  summary: 'Resume a paused campaign',
  role: 'operate',
  params: CampaignPath,
  output: z.object({ success, campaign: Campaign }),
  errors: [403, 404, 409],
  loads: { campaign: 'id' },
  uses: ['table:write', 'campaignQueue:send', 'transcription'],
  async handle({ input, campaign, caller, now, ...ports }) {
    await resume(ports, campaign, caller, now);
    return { success: true as const, campaign: await readCampaign(ports.table, input.id) };
  },
});
