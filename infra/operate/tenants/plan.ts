import type { Command } from '#infra/operate/command.ts';
import { WOULD } from '#infra/operate/output.ts';
import { currentSubscription } from '#shared/domain/billing/subscription.ts';
import { assertPlanIsFree, changePlan } from '#shared/engine/account/change-plan.ts';
import type { AccountRecord } from '#shared/store/accounts.ts';
import { tenantOf } from './find.ts';
import { planOf } from './new-tenant.ts';

/** What a live subscription means for a plan that was set by hand. */
const caveat = ({ subscriptions }: AccountRecord): string[] => {
  const subscription = currentSubscription(subscriptions);
  if (!subscription) return [];
  const { subscription_id, provider } = subscription;
  return [`Its subscription ${subscription_id} at ${provider} decides anew with its next event.`];
};

export const tenantsPlan: Command = {
  name: 'tenants plan',
  args: ['slug', 'plan'],
  summary:
    'Changes the plan of an account by hand: its numbers and its dials a day. A live subscription decides anew with its next event.',
  changes: true,
  async run({ table, target, args, actor, isDryRun, clock }) {
    const account = await tenantOf(table, args[0], target.words);
    const plan = planOf(args[1]);
    const { slug, account_id } = account;
    if (isDryRun) {
      assertPlanIsFree(account, plan, clock());
      const words =
        account.plan === plan
          ? `${slug} has the plan ${plan} already.`
          : `${slug} would change from ${account.plan} to ${plan}.`;
      return { json: { dry_run: true, from: account.plan, to: plan }, lines: [WOULD, words, ...caveat(account)] };
    }
    const { before, hasChanged } = await changePlan(table, account_id, plan, actor, clock);
    const words = hasChanged
      ? `${slug} has changed from ${before.plan} to ${plan}.`
      : `${slug} had the plan ${plan} already.`;
    return { json: { slug, from: before.plan, to: plan, has_changed: hasChanged }, lines: [words, ...caveat(account)] };
  },
};
