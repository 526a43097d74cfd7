import type { Command } from '#infra/operate/command.ts';
import { WOULD } from '#infra/operate/output.ts';
import { readLiveCalls } from '#shared/engine/account/live-calls.ts';
import { suspendAccount } from '#shared/engine/account/suspend.ts';
import { isSuspended } from '#shared/store/accounts.ts';
import { tenantOf } from './find.ts';
import { isLiveKey, keysOf } from './tenant-view.ts';

export const tenantsSuspend: Command = {
  name: 'tenants suspend',
  args: ['slug'],
  summary:
    'Closes an account: its tokens and sessions get 403, nothing is dialled, calls to its numbers are rejected. Calls that are on go on.',
  changes: true,
  async run({ table, target, args, actor, isDryRun, clock, sleep }) {
    const account = await tenantOf(table, args[0], target.words);
    const { account_id, slug } = account;
    if (isDryRun) {
      const keys = (await keysOf(table, account_id)).filter((key) => isLiveKey(key, clock())).length;
      const live = (await readLiveCalls(table, account_id)).length;
      const would = { tokens_closed: keys, calls_that_go_on: live };
      const words = isSuspended(account)
        ? `${slug} is suspended already, since ${account.suspended_at}.`
        : `${slug} would be suspended: ${keys} tokens closed, nothing dialled any more. Calls that are on, which go on: ${live}.`;
      return { json: { dry_run: true, ...would }, lines: [WOULD, words] };
    }
    const { account: after, hasChanged } = await suspendAccount({ table, clock, sleep }, account_id, actor);
    const live = (await readLiveCalls(table, account_id)).length;
    return {
      json: { slug, suspended_at: after.suspended_at ?? null, has_changed: hasChanged, live_calls: live },
      lines: [
        `${slug} ${hasChanged ? 'is suspended' : 'was suspended already'}, since ${after.suspended_at}. Nothing is dialled any more.`,
        `Calls that go on: ${live}. Undo: tenants reinstate ${slug}`,
      ],
    };
  },
};
