import * as z from 'zod';
import { pauseCampaign as pause } from '#shared/engine/campaign/stop.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Campaign, CampaignPath } from '#shared/schemas/campaign.ts';
import { success } from '#shared/schemas/fields/primitives.ts';
import { readCampaign } from '#shared/store/campaign/campaigns.ts';

export const pauseCampaign = defineEndpoint({
  method: 'POST',
  path: '/api/crm/campaigns/{id}/pause',
  tag: 'Campaigns',
  summary: 'Pause a running campaign',
  description: 'After the response no dial starts; live calls continue. Pausing a paused campaign changes nothing.',
  role: 'operate',
  params: CampaignPath,
  output: z.object({ success, campaign: Campaign }),
  errors: [403, 404, 409],
  loads: { campaign: 'id' },
  uses: ['table:write'],
  async handle({ input, caller, table, clock, sleep }) {
    await pause({ table, clock, sleep }, input.id, caller);
    return { success: true as const, campaign: await readCampaign(table, input.id) };
  },
});
