import * as z from 'zod';
import { redialCampaign as redial } from '#shared/engine/campaign/redial.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Campaign, CampaignPath } from '#shared/schemas/campaign.ts';
import { success } from '#shared/schemas/fields/primitives.ts';
import { readCampaign } from '#shared/store/campaign/campaigns.ts';

export const redialCampaign = defineEndpoint({
  method: 'POST',
  path: '/api/crm/campaigns/{id}/redial',
  tag: 'Campaigns',
  summary: 'Make exhausted, failed, cancelled and some skipped contacts pending again',
  description:
    'Skipped contacts become pending where the reason no longer holds. ' +
    'Needs a paused, completed or cancelled campaign and leaves it paused; run or resume it to dial. Of long lists the ' +
    'rest becomes pending within minutes, whether the campaign runs or not; a cancel or deletion ends that.',
  role: 'operate',
  params: CampaignPath,
  output: z.object({
    success,
    redialed: z.int().meta({
      description:
        'Contacts found unreached, or skipped for a reason that no longer holds, beyond those of a redial that is still ' +
        'under way. Of skipped ones, the first 10,000 are judged for this number.',
      examples: [2],
    }),
    campaign: Campaign,
  }),
  errors: [403, 404, 409],
  loads: { campaign: 'id' },
  uses: ['table:write', 'lines', 'campaignQueue:send', 'portionLimits', 'dialLimits'],
  async handle({ input, caller, now, ...ports }) {
    const redialed = await redial(ports, input.id, caller, now);
    return { success: true as const, redialed, campaign: await readCampaign(ports.table, input.id) };
  },
});
