import * as z from 'zod';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { accountSlug, success, timestamp } from '#shared/schemas/primitives.ts';
import { getAccount, setCallsStopped } from '#shared/store/accounts.ts';
import { runningCampaigns } from '#shared/store/campaign-lists.ts';

export const resumeCalls = defineEndpoint({
  method: 'POST',
  path: '/api/account/resume-calls',
  tag: 'Account',
  summary: 'Let the account place calls again',
  description: 'Running campaigns go on by themselves.',
  body: z.object({ accountSlug: accountSlug.optional() }),
  output: z.object({ success, calls_stopped_at: timestamp.nullable() }),
  errors: [403, 404, 409],
  loads: { account: 'accountSlug' },
  uses: ['table:write', 'campaignQueue:send'],
  async handle({ caller, table, campaignQueue }) {
    await setCallsStopped(table, caller.accountId, null);
    const { team_ids } = await getAccount(table, caller.accountId);
    const campaigns = await runningCampaigns(table, team_ids);
    await campaignQueue.send(campaigns.map(({ id }) => ({ campaign_id: id, reason: 'change' as const })));
    return { success: true as const, calls_stopped_at: null };
  },
});

export const { handler } = resumeCalls;
