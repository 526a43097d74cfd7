import * as z from 'zod';
import { runCampaign as run } from '#shared/engine/campaign/run.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Call } from '#shared/schemas/call.ts';
import { CampaignPath, RunCampaignBody } from '#shared/schemas/campaign.ts';
import { success } from '#shared/schemas/fields/primitives.ts';
import { toCall } from '#shared/store/call/calls.ts';

export const runCampaign = defineEndpoint({
  method: 'POST',
  path: '/api/crm/campaigns/{id}/run',
  tag: 'Campaigns',
  summary: 'Start outbound calls',
  description:
    'Claims due contacts for the free slots and responds at once; the engine then keeps the slots full until the ' +
    'campaign is complete. Outside the call window nothing starts; dialling begins by itself when it opens.',
  role: 'operate',
  params: CampaignPath,
  body: RunCampaignBody,
  output: z.object({
    success,
    started: z.int().meta({ description: 'Calls initiated.', examples: [1] }),
    failed: z.int().meta({ description: 'Contacts that could not be called in this run.', examples: [0] }),
    calls: z.array(Call),
    errors: z
      .array(z.string())
      .meta({ description: 'Why contacts were skipped, and which bound others wait for.', examples: [[]] }),
    message: z.string().meta({ examples: ['1 call started.'] }),
    dryRun: z.boolean().meta({ examples: [false] }),
  }),
  errors: [403, 404, 409],
  loads: { account: 'accountSlug', campaign: 'id' },
  uses: ['table:write', 'lines', 'dialQueue:send', 'campaignQueue:send', 'transcription', 'dialLimits'],
  async handle({ input: { id: campaignId, dryRun, maxCalls = null }, caller, now, newId, ...ports }) {
    const request = { campaignId, by: caller, executionId: newId('run'), maxCalls, dryRun, now };
    const { calls, failed, errors, message } = await run(ports, request);
    return { success: true as const, started: calls.length, failed, calls: calls.map(toCall), errors, message, dryRun };
  },
});
