import * as z from 'zod';
import { deleteCampaign as remove } from '#shared/engine/campaign/stop.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { CampaignPath } from '#shared/schemas/campaign.ts';
import { success } from '#shared/schemas/fields/primitives.ts';

export const deleteCampaign = defineEndpoint({
  method: 'DELETE',
  path: '/api/crm/campaigns/{id}',
  tag: 'Campaigns',
  summary: 'Delete a campaign softly; pause or cancel a running one first',
  role: 'operate',
  params: CampaignPath,
  output: z.object({ success }),
  errors: [403, 404, 409],
  loads: { campaign: 'id' },
  uses: ['table:write'],
  async handle({ input, caller, table, clock, sleep }) {
    await remove({ table, clock, sleep }, input.id, caller);
    return { success: true as const };
  },
});
