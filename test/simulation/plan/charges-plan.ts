import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import { Random } from '#test/simulation/kernel/random.ts';
import type { Strain } from '#test/simulation/plan/strains/strains.ts';
import { type ActionPlan, OPEN_CHOICE_MIN, type When } from './action-plan.ts';
import { BOUNDED_STRAINS } from './bounds-plan.ts';
import type { Scenario } from './scenario.ts';

const MICRO = 1_000_000;

/** Text as carriers and people write it, and the millionths of a US dollar that it stands for. */
export const usdOf = (microUsd: number): string => (microUsd / MICRO).toFixed(4);
export const microUsdOf = (usd: string): number => Math.round(Number(usd) * MICRO);

const CHARGED_STRAINS: readonly Strain[] = [...BOUNDED_STRAINS, 'bounds', 'stops'];
const CHARGED_SHARE = 0.3;
/** Leaves out most of the worlds that show other planted bugs first. */
const CHOSEN_BY = 5;
const BOUNDED_SHARE = 0.75;

/** What a dial costs about, cents, be it charged or not. */
const DIAL_CENTS = 1.5;
/** Days in which the lists can be dialled at least. */
const DAYS_MAX = 3;

/** The most generous bound that a choice makes, cents. */
const CHOSEN_MAX_CENTS = 40;

/** A little, or no bound at all. */
export const spendPerDayOf = (choice: number): string | null =>
  choice < OPEN_CHOICE_MIN ? ((1 + Math.floor(CHOSEN_MAX_CENTS * choice)) / 100).toFixed(2) : null;

/** A bound that some lists meet, and that lets them end within days. */
const planBound = (random: Random, { campaigns }: Scenario): string => {
  const dials = campaigns.reduce((sum, { account, contacts }) => sum + (account === 0 ? contacts.length : 0), 0);
  const dialsPerDay = Math.max(random.integer(2, 5), Math.ceil(dials / random.pick([1, 1.5, 2, DAYS_MAX])));
  return (Math.ceil(dialsPerDay * DIAL_CENTS) / 100).toFixed(2);
};

const change = (when: When, choice: number): ActionPlan => ({ kind: 'changeSpendPerDay', campaign: 0, when, choice });

/** The bound is narrowed, and taken away a while later. */
const planChange = (random: Random): ActionPlan[] => {
  const narrowedMs = random.pick([5 * MINUTE_MS, HOUR_MS]) * random.unit();
  const widenedMs = narrowedMs + random.between(0.1, 30) * MINUTE_MS;
  return [change({ afterMs: narrowedMs }, random.unit() / 2), change({ afterMs: widenedMs }, OPEN_CHOICE_MIN)];
};

/** Less is left than was spent already when a dial begins, and all again when the next ones have been planned. */
const changesAtDials = (random: Random): ActionPlan[] =>
  Array.from({ length: 5 }, (_, at) => {
    const atDial = { worker: 'place-call' as const, times: 4 * (at + 1) };
    return [
      change({ ...atDial, thenMs: random.between(0, 25) }, 0),
      change({ ...atDial, thenMs: random.between(15, 40) * SECOND_MS }, OPEN_CHOICE_MIN),
    ];
  }).flat();

const noChange = (): ActionPlan[] => [];
const CHANGES = [noChange, planChange, changesAtDials, changesAtDials];

/** Who would narrow and widen the dials of a day does so with its money. */
const inMoney = (actions: ActionPlan[]): ActionPlan[] =>
  actions.map((action) => (action.kind === 'changeCallsPerDay' ? { ...action, kind: 'changeSpendPerDay' } : action));

/**
 * The world with a carrier that reports what calls cost, if it is to have one, and what the first account may spend. It
 * has a source of chance of its own, so that the other worlds are what they would be without.
 */
export const withCharges = (scenario: Scenario): Scenario => {
  const random = new Random(Math.floor(scenario.startsAt / 1000) + CHOSEN_BY);
  if (!CHARGED_STRAINS.includes(scenario.strain) || !random.chance(CHARGED_SHARE)) return scenario;
  const isStopped = scenario.strain === 'stops';
  const isBounded = !isStopped && random.chance(BOUNDED_SHARE);
  const changes = isStopped ? [] : random.pick(CHANGES)(random);
  return {
    ...scenario,
    isCharged: true,
    bounds: { ...scenario.bounds, spendPerDay: isBounded ? planBound(random, scenario) : null },
    actions: [...inMoney(scenario.actions), ...changes],
  };
};
