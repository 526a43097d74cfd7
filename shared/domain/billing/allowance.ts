import { DAY_MS } from '#shared/domain/time.ts';
import type { Standing } from './event.ts';

export const PLANS = ['free', 'starter', 'growth'] as const;
export type PlanName = (typeof PLANS)[number];

/** Phone numbers that an account of the plan may own at a time. */
export const MAX_NUMBERS: Record<PlanName, number> = { free: 1, starter: 5, growth: 25 };

/** The free plan's one number is a trial that ends after this time. */
export const TRIAL_NUMBER_DAYS = 5;

export interface Allowance {
  planName: PlanName;
  hasSubscription: boolean;
  maxNumbers: number;
  /** Numbers bought now are trial numbers. */
  isTrial: boolean;
  /** Why no number may be bought at all; null when only `maxNumbers` counts. */
  refusal: string | null;
}

const TRIAL_USED = 'The one trial number of the free plan was used; subscribe to buy phone numbers.';

/** The facts about an account besides its subscription. */
export interface PlanHolder {
  plan: PlanName;
  /** When the account's one trial number was bought. */
  trial_used_at?: string;
  numbers_held: number;
}

interface Subscribed {
  status: Standing;
  current_period_end: string | null;
}

const hasEnded = ({ status, current_period_end: end }: Subscribed, now: Date): boolean =>
  status === 'expired' || (status === 'cancelled' && end !== null && end <= now.toISOString());

const endText = ({ status, current_period_end: end }: Subscribed, ended: boolean): string => {
  const subject = status === 'cancelled' ? 'The subscription was cancelled and' : 'The subscription';
  return ended
    ? `${subject} ended${end ? ` on ${end}` : ''}; subscribe again to buy phone numbers.`
    : `${subject} runs until ${end ?? 'the end of its period'}; it buys no further phone numbers.`;
};

/**
 * What an account may own at `now`. A cancelled subscription keeps its plan until its period ends, but buys nothing
 * more; after that the account is on the free plan without another trial. Without a subscription the account's own
 * plan counts; the free plan has one trial number, once.
 */
export const allowanceOf = (
  { plan, trial_used_at, numbers_held }: PlanHolder,
  subscription: Subscribed | null,
  now: Date,
): Allowance => {
  const isEnding = subscription?.status === 'cancelled' || subscription?.status === 'expired';
  if (!isEnding) {
    const isFree = plan === 'free';
    const allowance = { planName: plan, hasSubscription: !isFree, maxNumbers: MAX_NUMBERS[plan], isTrial: isFree };
    const isTrialUp = isFree && trial_used_at && numbers_held <= 0;
    return isTrialUp ? { ...allowance, maxNumbers: 0, refusal: TRIAL_USED } : { ...allowance, refusal: null };
  }
  const ended = hasEnded(subscription, now);
  const planName = ended ? 'free' : plan;
  const refusal = endText(subscription, ended);
  return { planName, hasSubscription: planName !== 'free', maxNumbers: 0, isTrial: false, refusal };
};

/** The refusal text for an account that may not buy another number. */
export const refusalWords = ({ planName, maxNumbers, refusal }: Allowance): string =>
  refusal ?? `The plan "${planName}" allows ${maxNumbers} phone number(s); the limit is reached.`;

/** When a trial number bought at `now` ends. */
export const trialExpiry = (now: Date): Date => new Date(now.getTime() + TRIAL_NUMBER_DAYS * DAY_MS);

/**
 * The plan that the name of a billing provider's product, variant or price contains as a word, as in "Growth (yearly)"
 * or `growth_monthly`. Null when it contains no plan, or more than one.
 */
export const planNamed = (name: string | null): PlanName | null => {
  const words = new Set((name ?? '').toLowerCase().split(/[^a-z0-9]+/));
  const [plan, ...others] = PLANS.filter((candidate) => words.has(candidate));
  return plan !== undefined && others.length === 0 ? plan : null;
};

/** The first name that contains one of our plans, else the first name. */
export const pickPlanName = (names: (string | null | undefined)[]): string | null => {
  const given = names.filter((name) => name != null);
  return given.find((name) => planNamed(name) !== null) ?? given[0] ?? null;
};
