import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import { Random } from '#test/simulation/kernel/random.ts';
import type { Strain } from '#test/simulation/plan/strains/strains.ts';
import { type ActionKind, type ActionPlan, OPEN_CHOICE_MIN, type When } from './action-plan.ts';
import type { Scenario } from './scenario.ts';

/** Worlds whose people also call somebody by hand. */
const SHARE = 0.4;
/** Of them, those in which they do hardly anything else. */
const BUSY_SHARE = 0.2;
/** Leaves out most of the worlds that show other planted bugs first. */
const CHOSEN_BY = 11;
/** Their lists are longer than anybody looks through, or their few calls are for rivals alone. */
const LEFT_OUT: readonly Strain[] = ['numberless', 'rivalry'];

const WEIGHTS = {
  orderCall: 30,
  orderCallsAtOnce: 14,
  scheduleCall: 34,
  cancelCall: 22,
} as const satisfies Partial<Record<ActionKind, number>>;

/** What stops single calls that wait or are about to be dialled, and what lets them go on. */
const STOPS = ['doNotCallNumber', 'stopCalls', 'changeCountries', 'releaseNumber', 'deleteContact'] as const;

const planWhen = (random: Random, contacts: number, lastsMs: number): When =>
  random.chance(0.5)
    ? { afterMs: lastsMs * random.unit() }
    : {
        worker: random.pick(['place-call', 'place-call', 'apply-call-event'] as const),
        times: random.integer(1, Math.max(2, contacts)),
        thenMs: random.between(0, random.pick([15, 50, 500, 20_000])),
      };

/** Between a dial's last check and the reply to it, mostly. */
const planDial = (random: Random, contacts: number): When => ({
  worker: 'place-call',
  times: random.integer(1, 2 * contacts),
  thenMs: random.between(0, 200),
});

const planOne = (random: Random, contacts: number, lastsMs: number): ActionPlan => {
  const kind = random.weighted(WEIGHTS);
  const isAtDial = kind === 'cancelCall' && random.chance(0.6);
  const when = isAtDial ? planDial(random, contacts) : planWhen(random, contacts, lastsMs);
  return { kind, campaign: 0, when, choice: random.unit() };
};

const planStop = (random: Random, lastsMs: number): ActionPlan => ({
  kind: random.pick(STOPS),
  campaign: 0,
  when: { afterMs: lastsMs * random.unit() },
  choice: random.unit(),
});

/** A bound that nearly every dial exceeds for a while, and none at all. */
const planBound = (random: Random, lastsMs: number): ActionPlan[] => {
  const kind = random.pick(['changeCallsPerDay', 'changeCallsPerNumber'] as const);
  const narrowedMs = lastsMs * random.between(0, 0.5);
  const widenedMs = narrowedMs + random.between(0.2, 1) * lastsMs;
  return [
    { kind, campaign: 0, when: { afterMs: narrowedMs }, choice: 0 },
    { kind, campaign: 0, when: { afterMs: widenedMs }, choice: OPEN_CHOICE_MIN },
  ];
};

/**
 * The world with people who also call somebody by hand, at once or later, and cancel calls of every kind, if it is to
 * have them. It has a source of chance of its own, so that the other worlds are what they would be without.
 */
export const withSingleCalls = (scenario: Scenario): Scenario => {
  const random = new Random(Math.floor(scenario.startsAt / 1000) + CHOSEN_BY);
  if (LEFT_OUT.includes(scenario.strain) || !random.chance(SHARE)) return scenario;
  const size = scenario.contacts.length;
  const isBusy = random.chance(BUSY_SHARE);
  const lastsMs = isBusy ? 10 * MINUTE_MS : random.pick([MINUTE_MS, 10 * MINUTE_MS, HOUR_MS]);
  const [calls, stops] = isBusy ? [40, random.integer(0, 4)] : [random.integer(3, 14), 0];
  return {
    ...scenario,
    actions: [
      ...scenario.actions,
      ...Array.from({ length: calls }, () => planOne(random, size, lastsMs)),
      ...Array.from({ length: stops }, () => planStop(random, lastsMs)),
      ...(isBusy && random.chance(0.6) ? planBound(random, lastsMs) : []),
    ],
  };
};

/** How long ahead a call is scheduled: mostly soon, now and then for a day on which the clocks change. */
export const aheadMsOf = (random: Random): number =>
  random.pick([5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 20 * MINUTE_MS, 3 * HOUR_MS, 30 * HOUR_MS]) *
  random.between(0.2, 1);
