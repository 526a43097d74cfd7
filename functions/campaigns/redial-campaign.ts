import * as z from 'zod';
import { redialCampaign as redial } from '#shared/engine/campaign/redial.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Campaign, CampaignPath } from '#shared/schemas/campaign.ts';
import { success } from '#shared/schemas/primitives.ts';
import { readCampaign } from '#shared/store/campaign/campaigns.ts';

export const redialCampaign = defineEndpoint({
  method: 'POST',
  path: '/api/crm/campaigns/{id}/redial',
  tag: 'Campaigns',
  summary: 'Make exhausted, failed and cancelled contacts pending again',
  description:
    'Needs a paused, completed or cancelled campaign and leaves it paused; run or resume it to dial. Of long lists the ' +
    'rest becomes pending within minutes, whether the campaign runs or not; a cancel or deletion ends that.',
  params: CampaignPath,
  output: z.object({
    success,
    redialed: z.int().meta({
      description: 'Contacts found unreached, beyond those of a redial that is still under way.',
      examples: [2],
    }),
    campaign: Campaign,
  }),
  errors: [403, 404, 409],
  loads: { campaign: 'id' },
  uses: ['table:write', 'campaignQueue:send', 'portionLimits'],
  async handle({ input, now, table, campaignQueue, portions, log }) {
    const redialed = await redial({ table, campaignQueue, portions, log }, input.id, now);
    return { success: true as const, redialed, campaign: await readCampaign(table, input.id) };
  },
});
