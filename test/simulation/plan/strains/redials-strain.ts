import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import { type ActionPlan, OPEN_CHOICE_MIN } from '#test/simulation/plan/action-plan.ts';
import { CALM, UNHINDERED } from '#test/simulation/plan/calm.ts';
import { type CampaignPlan, planContacts } from '#test/simulation/plan/campaign-plan.ts';
import type { Scenario } from '#test/simulation/plan/scenario.ts';

const CONTACTS = 14;
const REDIALS = 6;
/** Most are not reached, so that every redial concerns many. */
const ENDINGS = { '0001': 15, '0002': 45, '0003': 40 };
const ABROAD_SHARE = 0.2;
const FAULTS_MS = 30 * MINUTE_MS;

const planRedial = (random: Random, at: number): ActionPlan => ({
  kind: 'redialDuringCalls',
  campaign: 0,
  when: { afterMs: (at + 1) * MINUTE_MS + random.between(0, 30) * SECOND_MS },
  choice: random.unit(),
});

/** One list that is redialled while its calls are on, so slowly that they end, or somebody cancels, before it is done. */
export const asRedials = (random: Random, scenario: Scenario): Scenario => {
  const contacts = planContacts(random, CONTACTS, ENDINGS, ABROAD_SHARE);
  const [first] = scenario.campaigns as [CampaignPlan];
  const abroad: ActionPlan = {
    kind: 'changeCountries',
    campaign: 0,
    when: { afterMs: random.between(0, REDIALS) * MINUTE_MS },
    choice: OPEN_CHOICE_MIN,
  };
  return {
    ...scenario,
    ...CALM,
    faultsMs: FAULTS_MS,
    maxConcurrentCallsPerAccount: 100,
    allowedCountries: null,
    portions: { contactsPerTransaction: 1, transactionsPerRequest: 0, transactionEveryMs: 4000, stepMs: 5000 },
    neighbours: [],
    contacts,
    campaigns: [
      {
        ...first,
        ...UNHINDERED,
        contacts: contacts.map((_, at) => at),
        maxConcurrentCalls: random.integer(3, 6),
        maxAttempts: 1,
        runsTwice: false,
      },
    ],
    actions: [abroad, ...Array.from({ length: REDIALS }, (_, at) => planRedial(random, at))],
  };
};
