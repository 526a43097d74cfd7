import { HOUR_MS } from '#shared/domain/time.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import { type BoundsPlan, UNBOUNDED } from '#test/simulation/plan/bounds-plan.ts';
import { CALM, UNHINDERED } from '#test/simulation/plan/calm.ts';
import { type CampaignPlan, planContacts } from '#test/simulation/plan/campaign-plan.ts';
import type { Scenario } from '#test/simulation/plan/scenario.ts';

const CONTACTS = 7;
const ATTEMPTS = 3;
/** Most are not reached, and so are called as often as may be. */
const ENDINGS = { '0001': 15, '0002': 30, '0003': 40, '0004': 15 };
/** Long enough for faults on the second day. */
const FAULTS_MS = 30 * HOUR_MS;

const planTightBounds = (random: Random): BoundsPlan =>
  random.chance(0.5)
    ? { ...UNBOUNDED, callsPerDay: random.integer(CONTACTS, 2 * CONTACTS) }
    : { ...UNBOUNDED, callsPerNumber: random.integer(2, 3) };

/** Campaigns of one account call the same people, and share a bound that lasts for a part of their dials. */
export const asBounds = (random: Random, scenario: Scenario): Scenario => {
  const contacts = planContacts(random, CONTACTS, ENDINGS, 0);
  const [first] = scenario.campaigns as [CampaignPlan];
  return {
    ...scenario,
    ...CALM,
    faultsMs: FAULTS_MS,
    intensity: 0.5,
    bounds: planTightBounds(random),
    neighbours: [],
    contacts,
    campaigns: Array.from({ length: random.integer(2, 3) }, () => ({
      ...first,
      ...UNHINDERED,
      contacts: contacts.map((_, at) => at),
      maxAttempts: ATTEMPTS,
      retryDelayMinutes: random.pick([0, 0, 5]),
      runsAfterMs: random.between(0, 5000),
    })),
  };
};
