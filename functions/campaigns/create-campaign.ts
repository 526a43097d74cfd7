import * as z from 'zod';
import { NO_USAGE } from '#shared/domain/call/cost.ts';
import { DEFAULT_WINDOW_TIMEZONE } from '#shared/domain/campaign/call-window.ts';
import { noContacts } from '#shared/domain/campaign/contact-status.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Campaign, CreateCampaignBody } from '#shared/schemas/campaign.ts';
import { success } from '#shared/schemas/primitives.ts';
import {
  addCampaign,
  type CampaignControl,
  type CampaignDefinition,
  toCampaign,
} from '#shared/store/campaign/campaigns.ts';
import { toJsonText } from '#shared/store/table/records.ts';

const newControl = (
  input: z.output<typeof CreateCampaignBody>,
  identity: { id: string; account_id: string; from_number: string; at: string },
): CampaignControl => ({
  id: identity.id,
  account_id: identity.account_id,
  team_id: input.teamId,
  assistant_id: input.assistantId,
  company_id: input.companyId,
  from_number_ids: [...new Set(input.fromNumberIds)],
  from_number: identity.from_number,
  status: 'draft',
  plan_version: 0,
  max_concurrent_calls: input.maxConcurrentCalls,
  max_attempts_per_contact: input.maxAttemptsPerContact,
  retry_delay_minutes: input.retryDelayMinutes,
  retry_on_voicemail: input.settings?.retryOnVoicemail === true,
  call_window_start: input.callWindowStart ?? null,
  call_window_end: input.callWindowEnd ?? null,
  call_window_timezone: input.callWindowTimezone ?? (input.callWindowStart ? DEFAULT_WINDOW_TIMEZONE : null),
  scheduled_start_at: input.scheduledStartAt ?? null,
  paused_reason: null,
  execution_id: null,
  calls_left: null,
  claims_made: 0,
  wake_at: null,
  started_at: null,
  completed_at: null,
  deleted_at: null,
  created_at: identity.at,
  updated_at: identity.at,
});

export const createCampaign = defineEndpoint({
  method: 'POST',
  path: '/api/crm/campaigns',
  tag: 'Campaigns',
  summary: 'Create a campaign as a draft',
  description: 'With `scheduledStartAt` the campaign becomes `scheduled` once it has contacts, and starts by itself.',
  body: CreateCampaignBody,
  output: z.object({ success, campaign: Campaign }),
  errors: [403, 404, 409],
  loads: { team: 'teamId', assistant: 'assistantId', company: 'companyId', phoneNumbers: 'fromNumberIds' },
  uses: ['table:write'],
  async handle({ input, caller, phoneNumbers, now, newId, commit }) {
    const control = newControl(input, {
      id: newId('camp'),
      account_id: caller.accountId,
      from_number: phoneNumbers[0]?.phone_number ?? '',
      at: now.toISOString(),
    });
    const definition: CampaignDefinition = {
      id: control.id,
      name: input.name,
      description: input.description ?? null,
      settings: toJsonText(input.settings),
    };
    const campaign = toCampaign(definition, control, noContacts(), NO_USAGE);
    return commit(addCampaign(definition, control), { success: true as const, campaign });
  },
});
