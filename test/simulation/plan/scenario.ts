import { HOUR_MS, MINUTE_MS } from '#shared/domain/time.ts';
import type { PortionLimits } from '#shared/ports/portion-limits.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import { planStrain, type Strain, strained } from '#test/simulation/plan/strains/strains.ts';
import { type ActionPlan, planAction, planInterference } from './action-plan.ts';
import { BOUNDED_STRAINS, type BoundsPlan, planBounds, UNBOUNDED } from './bounds-plan.ts';
import { withCallbacks } from './callbacks-plan.ts';
import { type CampaignPlan, type ContactPlan, ENDINGS, planCampaign, planContacts } from './campaign-plan.ts';
import { withCharges } from './charges-plan.ts';
import { planEpisode } from './episodes.ts';
import { withErasures } from './erasures-plan.ts';
import { type InboundPlan, planInbound } from './inbound-plan.ts';
import {
  type ConnectionPlan,
  type NeighbourPlan,
  planConnection,
  planNeighbours,
  planShortages,
  type Shortage,
} from './neighbours.ts';
import { type AccountFault, planAccountFaults, planFailures } from './refusal-plan.ts';
import { withSingleCalls } from './single-calls-plan.ts';
import { planWebhook, type WebhookPlan } from './webhook-plan.ts';

const SKEW_MS = 2000;
/** The clocks' error in the few worlds where nobody sets them. */
const LARGE_SKEW_MS = 15_000;
const LARGE_SKEW_SHARE = 0.05;

/** Instants at which clocks are changed. */
const CLOCK_CHANGES = [
  '2026-03-29T01:00:00Z', // Europe/Berlin, forwards
  '2026-10-25T01:00:00Z', // Europe/Berlin, back
  '2026-03-08T07:00:00Z', // America/New_York, forwards
  '2026-11-01T06:00:00Z', // America/New_York, back
];
export interface Scenario {
  strain: Strain;
  startsAt: number;
  faultsMs: number;
  intensity: number;
  maxConcurrentCallsPerAccount: number;
  maxDialsPerSecond: number;
  /** Small, so that a redial or cancel takes several steps even here. */
  portions: PortionLimits;
  contacts: ContactPlan[];
  /** What the first account allows at first; null: the countries of its own numbers, which are of the US. */
  allowedCountries: string[] | null;
  /** Those of the first account, then one of each neighbour. */
  campaigns: CampaignPlan[];
  neighbours: NeighbourPlan[];
  bounds: BoundsPlan;
  /** The carrier reports what calls cost. */
  isCharged: boolean;
  /** The share of people who, once they are reached, ask to be called back. */
  callbackShare: number;
  /** People ask to be erased. */
  erases: boolean;
  connection: ConnectionPlan;
  shortages: Shortage[];
  actions: ActionPlan[];
  inbound: InboundPlan[];
  webhook: WebhookPlan | null;
  accountFaults: AccountFault[];
  /** When the carrier cannot reach the service. Epoch milliseconds. */
  webhookOutages: { from: number; to: number }[];
  /** How far the clocks of invocations may be wrong. */
  skewMs: number;
}

const startOf = (random: Random): number => {
  if (random.chance(0.5)) return Date.parse(random.pick(CLOCK_CHANGES)) - random.between(0, 14) * HOUR_MS;
  return Date.parse('2026-05-01T00:00:00Z') + random.integer(0, 60 * 24) * HOUR_MS + random.between(0, HOUR_MS);
};

/** Shares of contacts whose numbers are of another country, or of a kind that is never dialled. */
const ABROAD_SHARES = [0, 0, 0.15, 0.4];

/** Enough dials for a verdict on a campaign whose calls fail, and its least share of the contacts. */
const FAILING_SIZE = 40;
const FAILING_SHARE = 0.85;

/** Longer than an event is repeated; mostly while calls are on. */
const planOutage = (random: Random, startsAt: number, faultsMs: number): Scenario['webhookOutages'][number] => {
  const from = startsAt + random.unit() * random.pick([5 * MINUTE_MS, HOUR_MS, faultsMs]);
  return { from, to: from + random.between(1, 5) * MINUTE_MS };
};

/** Decides everything that is fixed about a world before it begins. */
export const planScenario = (random: Random): Scenario => {
  const startsAt = startOf(random);
  const failures = planFailures(random);
  const size = failures ? FAILING_SIZE : random.chance(0.6) ? random.integer(5, 16) : random.integer(17, 40);
  const campaigns = failures ? 1 : random.pick([1, 1, 1, 2, 2, 3]);
  const faultsMs = random.pick([0.5, 3, 12, 30]) * HOUR_MS;
  const intensity = random.pick([0, 0.5, 1, 1, 2]);
  const scenario = {
    startsAt,
    faultsMs,
    intensity,
    maxConcurrentCallsPerAccount: random.pick([1, 2, 3, 5, 100]),
    maxDialsPerSecond: random.pick([1, 2, 30, 30]),
    portions: {
      contactsPerTransaction: 1 + (size % 3),
      transactionsPerRequest: [0, 0, 1, 2][size % 4] as number,
      // Some are slow enough for calls to end while a redial is carried out.
      ...(size % 2 === 0 ? { transactionEveryMs: 200, stepMs: 600 } : { transactionEveryMs: 4000, stepMs: 5000 }),
    },
    contacts: planContacts(random, size, failures ?? ENDINGS, failures ? 0 : random.pick(ABROAD_SHARES)),
    allowedCountries: random.pick([null, null, ['GB', 'US']]),
    campaigns: Array.from({ length: campaigns }, () =>
      planCampaign(random, size, startsAt, failures ? FAILING_SHARE : 0.4),
    ),
    actions: [
      ...Array.from({ length: random.pick([0, 2, 4, 8, 14]) }, () => planAction(random, campaigns, size)),
      ...Array.from({ length: random.pick([0, 1, 2, 3]) }, () => planInterference(random, campaigns, size)),
    ],
    inbound: planInbound(random, size),
    skewMs: random.chance(LARGE_SKEW_SHARE) ? LARGE_SKEW_MS : SKEW_MS,
    webhook: planWebhook(random, faultsMs, intensity),
    accountFaults: planAccountFaults(random, intensity),
    webhookOutages: Array.from({ length: intensity === 0 ? 0 : random.pick([0, 1, 1, 3]) }, () =>
      planOutage(random, startsAt, faultsMs),
    ),
  };
  const neighbours = planNeighbours(random);
  const strain = failures ? 'none' : planStrain(random);
  const world = strained(random, {
    ...scenario,
    strain,
    bounds: failures || !BOUNDED_STRAINS.includes(strain) ? UNBOUNDED : planBounds(scenario),
    actions: [...scenario.actions, ...planEpisode(random, failures !== null)],
    campaigns: [...scenario.campaigns, ...neighbours.map(({ campaign }) => campaign)],
    neighbours,
    connection: planConnection(random),
    shortages: planShortages(random, intensity),
    isCharged: false,
    callbackShare: 0,
    erases: false,
  });
  return withErasures(failures ? world : withCallbacks(withSingleCalls(withCharges(world))));
};
