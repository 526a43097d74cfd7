import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import { type ActionKind, type ActionPlan, STRICTEST_CHOICE_MAX } from '#test/simulation/plan/action-plan.ts';
import { CALM, UNHINDERED } from '#test/simulation/plan/calm.ts';
import { type CampaignPlan, planContacts } from '#test/simulation/plan/campaign-plan.ts';
import type { Scenario } from '#test/simulation/plan/scenario.ts';

const CONTACTS = 40;
/** Most calls are short, and most callees are called again. */
const ENDINGS = { '0001': 30, '0003': 55, '0004': 15 };
/** More than are ever on, so that claims wait for nothing but their turn, at one dial a second. */
const CALLS = 40;
const ATTEMPTS = 3;
const STOPS = 36;
const STOPPED_EVERY_MS = 5 * SECOND_MS;
const LIFTED_AFTER_MS = 1.5 * SECOND_MS;
/** Of ten minutes, after which all calls of the account go on. */
const CALLS_STOPPED_SHARE = 0.003;
/** The choice that allows everything, and makes the limit of calls as high as it was. */
const WIDEST = 4;
const FAULTS_MS = 30 * MINUTE_MS;

/** Each stop, and what lets the others be dialled again. Who was skipped meanwhile is so by a redial. */
const LIFTS = {
  doNotCallNumber: [],
  doNotCall: [],
  deleteContact: [],
  changePhone: [],
  releaseNumber: [],
  stopCalls: [],
  changeWindow: ['changeWindow'],
  changeCountries: ['changeCountries', 'pause', 'redial', 'resume'],
  changeConcurrency: ['changeConcurrency'],
  changeCallsPerDay: ['changeCallsPerDay'],
  changeCallsPerNumber: ['changeCallsPerNumber'],
  pause: ['resume'],
} as const satisfies Partial<Record<ActionKind, readonly ActionKind[]>>;

/** Those that end with one contact are the likeliest, because they hold up nobody else. */
const STOP_WEIGHTS: Record<keyof typeof LIFTS, number> = {
  doNotCallNumber: 20,
  doNotCall: 10,
  deleteContact: 8,
  changePhone: 8,
  releaseNumber: 8,
  stopCalls: 12,
  changeWindow: 14,
  changeCountries: 14,
  changeConcurrency: 14,
  changeCallsPerDay: 14,
  changeCallsPerNumber: 14,
  pause: 8,
};

const strictChoice = (random: Random, kind: keyof typeof LIFTS): number => {
  if (kind === 'stopCalls') return CALLS_STOPPED_SHARE * random.unit();
  return LIFTS[kind].length === 0 ? random.unit() : random.between(0, STRICTEST_CHOICE_MAX / 2);
};

const planStop = (random: Random, at: number): ActionPlan[] => {
  const kind = random.weighted(STOP_WEIGHTS);
  const afterMs = at * STOPPED_EVERY_MS + random.between(0, LIFTED_AFTER_MS);
  const choice = strictChoice(random, kind);
  return [
    { kind, campaign: 0, when: { afterMs }, choice, isOfAwaited: true },
    ...LIFTS[kind].map((lift, later) => ({
      kind: lift,
      campaign: 0,
      when: { afterMs: afterMs + LIFTED_AFTER_MS + later * SECOND_MS },
      choice: WIDEST,
    })),
  ];
};

/** One long list whose claims wait for their dials for seconds, while people stop exactly those again and again. */
export const asStops = (random: Random, scenario: Scenario): Scenario => {
  const contacts = planContacts(random, CONTACTS, ENDINGS, 0);
  const [first] = scenario.campaigns as [CampaignPlan];
  return {
    ...scenario,
    ...CALM,
    faultsMs: FAULTS_MS,
    maxConcurrentCallsPerAccount: 100,
    maxDialsPerSecond: 1,
    connection: { dialsPerSecond: 30, concurrentCalls: null },
    portions: { contactsPerTransaction: 3, transactionsPerRequest: 1, transactionEveryMs: 200, stepMs: 2000 },
    neighbours: [],
    contacts,
    campaigns: [
      {
        ...first,
        ...UNHINDERED,
        contacts: contacts.map((_, at) => at),
        maxConcurrentCalls: CALLS,
        maxAttempts: ATTEMPTS,
        retryDelayMinutes: 0,
      },
    ],
    actions: Array.from({ length: STOPS }, (_, at) => planStop(random, at + 1)).flat(),
  };
};
