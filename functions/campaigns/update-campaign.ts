import * as z from 'zod';
import { updateCampaign as update } from '#shared/engine/campaign/update.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Campaign, CampaignPath, UpdateCampaignBody } from '#shared/schemas/campaign.ts';
import { success } from '#shared/schemas/fields/primitives.ts';
import { readShownCampaign } from '#shared/store/campaign/shown-campaign.ts';

export const updateCampaign = defineEndpoint({
  method: 'PATCH',
  path: '/api/crm/campaigns/{id}',
  tag: 'Campaigns',
  summary: 'Change a campaign; only the supplied fields change',
  description:
    'While it runs, name, description, concurrency and call window may change, and the next dial obeys them. ' +
    'Other fields need a draft, scheduled or paused campaign. Null clears a field.',
  role: 'operate',
  params: CampaignPath,
  body: UpdateCampaignBody,
  output: z.object({ success, campaign: Campaign }),
  errors: [403, 404, 409],
  loads: { campaign: 'id', phoneNumbers: 'fromNumberIds' },
  uses: ['table:write', 'campaignQueue:send'],
  async handle({ input: { id: campaignId, ...given }, phoneNumbers, ...ports }) {
    const control = await update(ports, campaignId, given, phoneNumbers?.[0]?.phone_number);
    return { success: true as const, campaign: await readShownCampaign(ports.table, control) };
  },
});
