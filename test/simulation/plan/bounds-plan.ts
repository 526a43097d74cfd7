import { Random } from '#test/simulation/kernel/random.ts';
import type { Strain } from '#test/simulation/plan/strains/strains.ts';
import type { CampaignPlan, ContactPlan } from './campaign-plan.ts';

/** How much the first account may dial, as its owner has set it; null: nothing was set. */
export interface BoundsPlan {
  /** To one number within 24 hours. */
  callsPerNumber: number | null;
  /** In a UTC day. */
  callsPerDay: number | null;
  /** What the carrier may charge in a UTC day, US dollars such as "0.30". */
  spendPerDay: string | null;
}

/** To one number within 24 hours, for an account that has set nothing. */
export const CALLS_PER_NUMBER_DEFAULT = 10;

/** What the plans allow in a UTC day; every account has the largest. */
export const CALLS_PER_DAY = { free: 100, starter: 2_000, growth: 20_000 };

export const UNBOUNDED: BoundsPlan = { callsPerNumber: null, callsPerDay: null, spendPerDay: null };

/** The other strains are about something else, and in a hurry. */
export const BOUNDED_STRAINS: readonly Strain[] = ['none', 'overload', 'slowness'];

const BOUNDED_SHARE = 0.5;
/** Days in which the lists can be dialled at least. */
const DAYS_MAX = 4;

interface Planned {
  startsAt: number;
  contacts: ContactPlan[];
  campaigns: CampaignPlan[];
}

/** The dials that the busiest number may need. */
const loadOf = ({ contacts, campaigns }: Planned): number => {
  const loads = new Map<string, number>();
  for (const { contacts: chosen, maxAttempts } of campaigns)
    for (const at of chosen) {
      const phone = contacts[at]?.phone;
      if (phone) loads.set(phone, (loads.get(phone) ?? 0) + maxAttempts);
    }
  return Math.max(0, ...loads.values());
};

/**
 * Bounds that some lists meet, and that let them end within days. They have a source of chance of their own, so that
 * worlds without bounds are what they were.
 */
export const planBounds = (planned: Planned): BoundsPlan => {
  const random = new Random(Math.floor(planned.startsAt / 1000));
  if (!random.chance(BOUNDED_SHARE)) return UNBOUNDED;
  const dials = planned.campaigns.reduce((sum, { contacts }) => sum + contacts.length, 0);
  const callsPerDay = Math.max(random.integer(2, 5), Math.ceil(dials / random.pick([1.5, 2, DAYS_MAX])));
  const callsPerNumber = Math.max(random.integer(1, 3), Math.ceil(loadOf(planned) / DAYS_MAX));
  const bounds = random.pick<Partial<BoundsPlan>>([
    { callsPerNumber },
    { callsPerDay },
    { callsPerDay },
    { callsPerNumber, callsPerDay },
  ]);
  return { ...UNBOUNDED, ...bounds };
};
