import * as z from 'zod';
import { MAX_NUMBERS, refusalWords, TRIAL_NUMBER_DAYS } from '#shared/domain/billing/allowance.ts';
import { allowanceAt, currentSubscription } from '#shared/domain/billing/subscription.ts';
import { accountWithTeams } from '#shared/engine/account/session-view.ts';
import { defineEndpoint } from '#shared/runtime/define/endpoint.ts';
import { Account, AccountTeam, NumberAllowance, Plan, Subscription } from '#shared/schemas/account.ts';
import { success } from '#shared/schemas/fields/primitives.ts';

export const getAccount = defineEndpoint({
  method: 'GET',
  path: '/api/account',
  tag: 'Account',
  summary: 'Get the account with its plan, subscription, teams and number allowance',
  description:
    'A cancelled subscription keeps its plan until the period ends; then the plan is `free`, and the account keeps ' +
    'its numbers. `phone_numbers.reason` says why no further number can be bought.',
  role: 'read',
  output: z.object({
    success,
    account: Account,
    plan: Plan,
    subscription: Subscription.nullable(),
    teams: z.array(AccountTeam),
    phone_numbers: NumberAllowance,
  }),
  uses: ['table:read'],
  async handle({ caller, now, table }) {
    const { account, teams } = await accountWithTeams(table, caller.accountId);
    const allowance = allowanceAt(account, now);
    const { planName, maxNumbers } = allowance;
    const canPurchase = account.numbers_held < maxNumbers;
    return {
      success: true as const,
      account,
      plan: {
        name: planName,
        max_phone_numbers: MAX_NUMBERS[planName],
        trial_days: planName === 'free' ? TRIAL_NUMBER_DAYS : null,
      },
      subscription: currentSubscription(account.subscriptions),
      teams,
      phone_numbers: {
        current_count: account.numbers_held,
        max_allowed: maxNumbers,
        can_purchase: canPurchase,
        reason: canPurchase ? null : refusalWords(allowance),
      },
    };
  },
});
