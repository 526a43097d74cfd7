import { activity } from '#shared/domain/account/activity.ts';
import type { Actor } from '#shared/domain/account/actor.ts';
import type { PlanName } from '#shared/domain/billing/allowance.ts';
import { allowanceAt, currentSubscription } from '#shared/domain/billing/subscription.ts';
import { conflict } from '#shared/domain/errors.ts';
import { type AccountRecord, getAccount } from '#shared/store/accounts.ts';
import { notesOf } from '#shared/store/operations.ts';
import { changeBilling } from '#shared/store/subscriptions.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

/** @throws Refusal 409 where the plan cannot be changed by hand, because a subscription that ends decides about it. */
export const assertPlanIsFree = (account: AccountRecord, plan: PlanName, now: Date): void => {
  const subscription = currentSubscription(account.subscriptions);
  const after = allowanceAt({ ...account, plan }, now);
  if (!subscription || (after.planName === plan && after.refusal === null)) return;
  const { provider, subscription_id, status } = subscription;
  throw conflict(
    `The account "${account.slug}" has the subscription ${subscription_id} at ${provider}, which is ${status} and decides ` +
      'about its plan. Change it there: its next event brings the plan here.',
  );
};

/**
 * Changes the plan of an account by hand. While a subscription is live, its next event decides anew. What is so already is
 * neither written nor noted again.
 * @throws Refusal 409 where a subscription that ends decides.
 */
export const changePlan = (
  table: TableWriter,
  accountId: string,
  plan: PlanName,
  actor: Actor,
  clock: () => Date,
): Promise<{ before: AccountRecord; hasChanged: boolean }> =>
  retryingLostRaces(table, async () => {
    const now = clock();
    const before = await getAccount(table, accountId);
    if (before.plan === plan) return { before, hasChanged: false };
    assertPlanIsFree(before, plan, now);
    const done = activity('plan.changed', accountId, { detail: `from ${before.plan} to ${plan}` });
    await table.transact([
      changeBilling(before, { plan, ...(before.subscriptions && { subscriptions: before.subscriptions }) }),
      ...notesOf(actor, before, done, now),
    ]);
    return { before, hasChanged: true };
  });
