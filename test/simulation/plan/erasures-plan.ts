import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import { Random } from '#test/simulation/kernel/random.ts';
import type { ActionKind, ActionPlan, When } from './action-plan.ts';
import type { Scenario } from './scenario.ts';

/** Worlds in which people ask to be erased. */
const SHARE = 0.3;
/** Leaves out most of the worlds that show other planted bugs first. */
const CHOSEN_BY = 371;
const ACTS_MAX = 8;

const WEIGHTS = {
  eraseContact: 60,
  eraseContactTwice: 20,
  reopenErased: 20,
} as const satisfies Partial<Record<ActionKind, number>>;

/** Early calls, the middle of a campaign, and long after it. */
const planTime = (random: Random, faultsMs: number): When => ({
  afterMs: random.pick([10 * SECOND_MS, 3 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, faultsMs]) * random.unit(),
});

/** While somebody works on a call, its events or its conclusion. */
const planStep = (random: Random, contacts: number): When => ({
  worker: random.pick([
    'place-call',
    'advance-campaign',
    'apply-call-event',
    'apply-call-event',
    'deliver-webhook',
    'extract-information',
  ] as const),
  times: random.integer(1, 2 * Math.max(2, contacts)),
  thenMs: random.between(0, random.pick([15, 50, 500, 20_000, 60_000])),
});

const planWhen = (random: Random, { contacts, faultsMs }: Scenario): When => {
  const chance = random.unit();
  if (chance < 0.4) return planTime(random, faultsMs);
  return chance < 0.9 ? planStep(random, contacts.length) : { contactReads: random.integer(1, 2 * contacts.length) };
};

const planOne = (random: Random, scenario: Scenario): ActionPlan => ({
  kind: random.weighted(WEIGHTS),
  campaign: 0,
  when: planWhen(random, scenario),
  choice: random.unit(),
  isOfAwaited: random.chance(0.2),
});

/**
 * The world with people who ask to be erased, if it is to have them. It has a source of chance of its own, so that the
 * other worlds are what they would be without.
 */
export const withErasures = (scenario: Scenario): Scenario => {
  const random = new Random(Math.floor(scenario.startsAt / 1000) + CHOSEN_BY);
  if (!random.chance(SHARE)) return scenario;
  const acts = random.integer(1, ACTS_MAX);
  return {
    ...scenario,
    erases: true,
    actions: [...scenario.actions, ...Array.from({ length: acts }, () => planOne(random, scenario))],
  };
};
