import * as z from 'zod';
import { CAMPAIGN_STATUSES } from '#shared/domain/campaign/status.ts';
import { pageOf } from '#shared/domain/page-size.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Campaign } from '#shared/schemas/campaign.ts';
import { listFields, listPage, oneOfFilter } from '#shared/schemas/fields/paging.ts';
import { id, success } from '#shared/schemas/fields/primitives.ts';
import { listCampaignRecords } from '#shared/store/campaign/campaign-lists.ts';

export const listCampaigns = defineEndpoint({
  method: 'GET',
  path: '/api/crm/campaigns',
  tag: 'Campaigns',
  summary: 'List campaigns, newest first',
  role: 'read',
  query: z.object({
    teamId: id('team', 'team_01JNB4Q8Z6W2'),
    status: oneOfFilter(CAMPAIGN_STATUSES, 'running'),
    assistantId: id('assistant', 'asst_01JNB4Q8Z6W2').optional(),
    deleted: z
      .enum(['exclude', 'include', 'only'])
      .default('exclude')
      .meta({ examples: ['exclude'] }),
    ...listPage,
  }),
  output: z.object({ success, campaigns: z.array(Campaign), ...listFields }),
  errors: [403, 404],
  loads: { team: 'teamId', assistant: 'assistantId' },
  uses: ['table:read'],
  async handle({ input, table }) {
    const { offset } = input;
    const page = { limit: input.limit, offset };
    const { campaigns: found, count } = await listCampaignRecords(table, input.teamId, input, page);
    const { rows: campaigns, limit } = pageOf(found, input.limit);
    return { success: true as const, campaigns, count, limit, offset };
  },
});
