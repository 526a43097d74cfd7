export const PLANS = ['free', 'starter', 'growth'] as const;
export type PlanName = (typeof PLANS)[number];

/** Phone numbers an account of the plan may own at a time. */
export const MAX_NUMBERS: Record<PlanName, number> = { free: 1, starter: 5, growth: 25 };

/** A free account's number is a trial and ends after this time. */
export const TRIAL_NUMBER_DAYS = 5;

const DAY_MS = 24 * 60 * 60 * 1_000;

export interface Allowance {
  planName: PlanName;
  hasSubscription: boolean;
  maxNumbers: number;
  /** Numbers bought now are trial numbers. */
  isTrial: boolean;
}

export const allowanceOf = ({ plan }: { plan: PlanName }): Allowance => ({
  planName: plan,
  hasSubscription: plan !== 'free',
  maxNumbers: MAX_NUMBERS[plan],
  isTrial: plan === 'free',
});

/** When a trial number bought at `now` ends. */
export const trialExpiry = (now: Date): Date => new Date(now.getTime() + TRIAL_NUMBER_DAYS * DAY_MS);

/**
 * The plan that a billing provider's product, variant or price name stands for: the name holds the plan's name as a
 * word of its own, as in "Growth (yearly)" or `growth_monthly`. Null when it names no plan, or more than one.
 */
export const planNamed = (name: string | null): PlanName | null => {
  const words = new Set((name ?? '').toLowerCase().split(/[^a-z0-9]+/));
  const [plan, ...others] = PLANS.filter((candidate) => words.has(candidate));
  return plan !== undefined && others.length === 0 ? plan : null;
};
