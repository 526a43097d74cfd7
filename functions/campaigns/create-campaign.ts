import * as z from 'zod';
import { NO_USAGE } from '#shared/domain/call/cost.ts';
import { noContacts } from '#shared/domain/campaign/contact-status.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Campaign, CreateCampaignBody } from '#shared/schemas/campaign.ts';
import { success } from '#shared/schemas/fields/primitives.ts';
import { addCampaign, newCampaign, toCampaign } from '#shared/store/campaign/campaigns.ts';

export const createCampaign = defineEndpoint({
  method: 'POST',
  path: '/api/crm/campaigns',
  tag: 'Campaigns',
  summary: 'Create a campaign as a draft',
  description: 'With `scheduledStartAt` the campaign becomes `scheduled` once it has contacts, and starts by itself.',
  role: 'operate',
  body: CreateCampaignBody,
  output: z.object({ success, campaign: Campaign }),
  errors: [403, 404, 409],
  loads: { team: 'teamId', assistant: 'assistantId', company: 'companyId', phoneNumbers: 'fromNumberIds' },
  uses: ['table:write'],
  async handle({ input, caller, phoneNumbers, now, newId, commit }) {
    const fromNumber = phoneNumbers[0]?.phone_number ?? '';
    const identity = { id: newId('camp'), accountId: caller.accountId, fromNumber, now };
    const { definition, control } = newCampaign(input, identity);
    const campaign = toCampaign(definition, control, noContacts(), NO_USAGE);
    return commit(addCampaign(definition, control), { success: true as const, campaign });
  },
});
