import type { Command } from '#infra/operate/command.ts';
import { WOULD } from '#infra/operate/output.ts';
import { senderTo } from '#infra/operate/queue-senders.ts';
import { reinstateAccount } from '#shared/engine/account/suspend.ts';
import { isSuspended } from '#shared/store/accounts.ts';
import { campaignsUnderWay } from '#shared/store/campaign/campaign-lists.ts';
import { tenantOf } from './find.ts';

export const tenantsReinstate: Command = {
  name: 'tenants reinstate',
  args: ['slug'],
  summary:
    'Ends a suspension: all is as before it, and what was running goes on by itself unless its people had stopped all calls.',
  changes: true,
  async run({ table, target, args, actor, isDryRun, clock }) {
    const account = await tenantOf(table, args[0], target.words);
    const { account_id, slug, team_ids, calls_stopped_at } = account;
    const stays =
      calls_stopped_at === null ? '' : ` Its people had stopped all calls on ${calls_stopped_at}, and that holds.`;
    const running = (await campaignsUnderWay(table, team_ids)).filter(({ status }) => status !== 'paused').length;
    if (isDryRun) {
      const words = isSuspended(account)
        ? `${slug} would be reinstated, with ${running} campaigns running or scheduled.${stays}`
        : `${slug} is not suspended.`;
      return { json: { dry_run: true, campaigns_that_go_on: running, calls_stopped_at }, lines: [WOULD, words] };
    }
    const ports = { table, clock, campaignQueue: senderTo(target, 'campaign'), dialQueue: senderTo(target, 'dial') };
    const { hasChanged } = await reinstateAccount(ports, account_id, actor);
    return {
      json: { slug, has_changed: hasChanged, calls_stopped_at, campaigns_under_way: running },
      lines: [
        `${slug} ${hasChanged ? 'is reinstated' : 'was not suspended'}. Campaigns running or scheduled: ${running}.${stays}`,
        ...(target.queues === null
          ? ['The sweep wakes them within a minute, since a table alone names no queues.']
          : []),
      ],
    };
  },
};
