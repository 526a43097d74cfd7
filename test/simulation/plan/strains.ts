import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { FaultCounts } from '#test/simulation/kernel/faults.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import type { Scenario } from './scenario.ts';

/**
 * What some worlds suffer from above all, because by chance it comes together too rarely. `overload`: functions are slow
 * and frozen again and again. `silence`: at first the carrier cannot tell of calls that it was slow to confirm.
 * `rivalry`: nothing goes wrong, and several long lists want the few calls of one account.
 */
export type Strain = 'none' | 'overload' | 'silence' | 'rivalry';

export const planStrain = (random: Random): Strain =>
  random.weighted({ none: 68, overload: 14, silence: 12, rivalry: 6 });

/** Shares of faults in the world. */
export const STRAINED_RATES: Record<Strain, Partial<FaultCounts>> = {
  none: {},
  overload: { overloaded: 0.5, thawed: 1 },
  silence: { dialTimedOutPlaced: 0.6, listLags: 0.8, eventLost: 0.2 },
  rivalry: {},
};

const SILENT_MINUTES = { least: 3, most: 6 };
const RIVALS_MIN = 2;
/** Calls that the rivals share. */
const RIVALS_CALLS = 2;

const asSilent = (random: Random, scenario: Scenario): Scenario => {
  const from = scenario.startsAt + random.between(0, 20) * SECOND_MS;
  const to = from + random.between(SILENT_MINUTES.least, SILENT_MINUTES.most) * MINUTE_MS;
  return { ...scenario, webhookOutages: [...scenario.webhookOutages, { from, to }] };
};

const asRivals = (random: Random, scenario: Scenario): Scenario => {
  const first = scenario.campaigns.filter(({ account }) => account === 0);
  const others = scenario.campaigns.filter(({ account }) => account !== 0);
  const rivals = Array.from({ length: Math.max(RIVALS_MIN, first.length) }, (_, at) => ({
    ...(first[at % first.length] as (typeof first)[number]),
    contacts: scenario.contacts.map((__, contact) => contact),
    window: null,
    scheduledStartMinutes: null,
    maxCalls: null,
    runsAfterMs: random.between(0, 10) * SECOND_MS,
    isFinished: true,
  }));
  return {
    ...scenario,
    intensity: 0,
    actions: [],
    inbound: [],
    webhookOutages: [],
    accountFaults: [],
    shortages: [],
    maxConcurrentCallsPerAccount: RIVALS_CALLS,
    campaigns: [...rivals, ...others],
  };
};

/** The world under its strain. */
export const strained = (random: Random, scenario: Scenario): Scenario => {
  if (scenario.strain === 'silence') return asSilent(random, scenario);
  return scenario.strain === 'rivalry' ? asRivals(random, scenario) : scenario;
};
