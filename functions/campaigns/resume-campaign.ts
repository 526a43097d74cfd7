import * as z from 'zod';
import { refuseStopped } from '#shared/engine/campaign/run.ts';
import { resumeCampaign as resume } from '#shared/engine/campaign/stop.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Campaign, CampaignPath } from '#shared/schemas/campaign.ts';
import { success } from '#shared/schemas/primitives.ts';
import { readCampaign } from '#shared/store/campaigns.ts';

export const resumeCampaign = defineEndpoint({
  method: 'POST',
  path: '/api/crm/campaigns/{id}/resume',
  tag: 'Campaigns',
  summary: 'Resume a paused campaign',
  params: CampaignPath,
  output: z.object({ success, campaign: Campaign }),
  errors: [403, 404, 409],
  loads: { campaign: 'id' },
  uses: ['table:write', 'campaignQueue:send', 'transcription'],
  async handle({ input, campaign, now, table, campaignQueue, checkTranscriber }) {
    await refuseStopped({ table, checkTranscriber }, campaign);
    await resume(table, input.id, now);
    await campaignQueue.send([{ campaign_id: input.id, reason: 'change' }]);
    return { success: true as const, campaign: await readCampaign(table, input.id) };
  },
});

export const { handler } = resumeCampaign;
