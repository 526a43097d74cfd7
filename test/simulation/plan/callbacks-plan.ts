import { HOUR_MS, MINUTE_MS } from '#shared/domain/time.ts';
import { Random } from '#test/simulation/kernel/random.ts';
import type { Strain } from '#test/simulation/plan/strains/strains.ts';
import type { ActionKind, ActionPlan, When } from './action-plan.ts';
import type { Scenario } from './scenario.ts';

/** Worlds in which people who are reached ask to be called back. */
const SHARE = 0.4;
/** Leaves out most of the worlds that show other planted bugs first. */
const CHOSEN_BY = 23;
/** Their lists are longer than anybody looks through, or their few calls are for rivals alone. */
const LEFT_OUT: readonly Strain[] = ['numberless', 'rivalry'];

/** What meets a callback: other calls to the same number, and people who stop what it follows from. */
const WEIGHTS = {
  orderCall: 20,
  orderCallsAtOnce: 8,
  scheduleCall: 24,
  cancelCall: 12,
  cancel: 14,
  deleteCampaign: 4,
  doNotCallNumber: 6,
  run: 12,
} as const satisfies Partial<Record<ActionKind, number>>;

const planWhen = (random: Random, contacts: number): When =>
  random.chance(0.5)
    ? { afterMs: random.pick([3 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS]) * random.unit() }
    : {
        worker: random.pick(['extract-information', 'extract-information', 'place-call'] as const),
        times: random.integer(1, Math.max(2, contacts)),
        thenMs: random.between(0, random.pick([15, 100, 2000, 3 * MINUTE_MS])),
      };

const planOne = (random: Random, { campaigns, contacts }: Scenario): ActionPlan => ({
  kind: random.weighted(WEIGHTS),
  campaign: random.integer(0, campaigns.filter(({ account }) => account === 0).length - 1),
  when: planWhen(random, contacts.length),
  choice: random.unit(),
});

/** The source of chance for what people say on their calls. */
export const randomOfWishes = ({ startsAt }: Scenario): Random =>
  new Random(Math.floor(startsAt / 1000) + CHOSEN_BY + 1);

/**
 * The world with people who ask to be called back, if it is to have them. It has a source of chance of its own, so that
 * the other worlds are what they would be without.
 */
export const withCallbacks = (scenario: Scenario): Scenario => {
  const random = new Random(Math.floor(scenario.startsAt / 1000) + CHOSEN_BY);
  if (LEFT_OUT.includes(scenario.strain) || !random.chance(SHARE)) return scenario;
  const callbackShare = random.pick([0.5, 1]);
  const acts = random.integer(0, 12);
  return {
    ...scenario,
    callbackShare,
    actions: [...scenario.actions, ...Array.from({ length: acts }, () => planOne(random, scenario))],
  };
};
