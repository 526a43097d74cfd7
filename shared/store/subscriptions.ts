import type { BillingEvent } from '#shared/domain/billing-event.ts';
import { planAfter } from '#shared/domain/subscription.ts';
import type { TeamRecord } from './accounts.ts';
import { keys } from './keys.ts';
import { absent, anyOf, ConditionFailed, type TableWriter } from './table.ts';
import { TTL_ATTRIBUTE } from './table-schema.ts';

/** Longer than any provider repeats an event. */
const EVENT_KEPT_SECONDS = 60 * 24 * 60 * 60;

/**
 * Applies a billing event to the plan of the account whose team it names, once. An event of an earlier paid period than
 * one already applied came late and changes nothing. Answers whether the plan was set.
 */
export const applyBillingEvent = async (table: TableWriter, event: BillingEvent, now: Date): Promise<boolean> => {
  const plan = planAfter(event);
  const teamId = event.data.metadata.team_id;
  const team = plan && teamId ? await table.get<TeamRecord>(keys.team(teamId)) : undefined;
  if (!plan || !team) return false;
  const periodEnd = event.data.current_period_end ?? now.toISOString();
  try {
    await table.transact([
      {
        put: {
          ...keys.billingEvent(event.id),
          [TTL_ATTRIBUTE]: Math.floor(now.getTime() / 1000) + EVENT_KEPT_SECONDS,
        },
        when: [absent('pk')],
      },
      {
        update: keys.account(team.account_id),
        set: { plan, paid_until: periodEnd },
        when: [anyOf(absent('paid_until'), { test: '<=', field: 'paid_until', value: periodEnd })],
      },
    ]);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
};
