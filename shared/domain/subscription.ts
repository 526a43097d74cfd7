import { type PlanName, planNamed } from './allowance.ts';
import type { BillingEvent } from './billing-event.ts';

/**
 * The plan of an account after a billing event; null when the event changes none. A cancellation that is announced leaves
 * the plan until the paid period is over, which the provider tells with `subscription.expired`.
 */
export const planAfter = ({ type, data }: BillingEvent): PlanName | null => {
  if (type === 'subscription.expired') return 'free';
  const begins = type === 'subscription.created' || type === 'subscription.updated';
  return begins && data.status === 'active' ? planNamed(data.plan_name) : null;
};
