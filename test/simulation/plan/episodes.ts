import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import type { ActionKind, ActionPlan } from './action-plan.ts';

/** What happens so rarely by chance that some worlds are given to it. */

const atDial = (kind: ActionKind, times: number, thenMs: number, choice: number): ActionPlan => ({
  kind,
  campaign: 0,
  when: { worker: 'place-call', times, thenMs },
  choice,
});

/** Somebody stops dials, each time of the same kind, just as they are placed. */
const stopsAtDials = (random: Random): ActionPlan[] => {
  const kind = random.pick(['deleteContact', 'doNotCallNumber', 'stopCalls', 'deleteCampaign'] as const);
  const times = kind === 'deleteCampaign' ? [random.integer(1, 6)] : [1, 2, 3, 4, 5, 6, 7, 8];
  return times.map((each) => atDial(kind, each, random.between(0, 25), random.unit()));
};

/** The least and the most that `changeConcurrency` makes of a choice. */
const [LOWEST, HIGHEST] = [0, 0.9];

/** A limit goes up, and down again between claims and their dials. */
const limitsAtDials = (random: Random): ActionPlan[] =>
  Array.from({ length: 5 }, (_, at) => [
    atDial('changeConcurrency', 4 * at + 1, 5 * SECOND_MS, HIGHEST),
    atDial('changeConcurrency', 4 * at + 3, random.between(0, 25), LOWEST),
  ]).flat();

/** A campaign is redialled again and again while its contacts are fresh, so that it takes many steps. */
const redials = (random: Random): ActionPlan[] =>
  Array.from({ length: 6 }, (_, at) => ({
    kind: 'redialAmidOthers',
    campaign: 0,
    when: { afterMs: 20 * SECOND_MS + at * random.between(0.3, 2) * MINUTE_MS },
    choice: random.unit(),
  }));

/** Runs follow one another so closely that calls of one end in the next. */
const runsInARow = (random: Random): ActionPlan[] =>
  Array.from({ length: 8 }, (_, at) => [
    atDial('pause', 4 * at + 2, random.between(0, 500), random.unit()),
    atDial('resume', 4 * at + 2, random.between(500, 900), random.unit()),
  ]).flat();

const SHARE = 0.55;

export const planEpisode = (random: Random, isFailing: boolean): ActionPlan[] => {
  if (isFailing) return random.chance(SHARE) ? runsInARow(random) : [];
  const plan = random.pick([stopsAtDials, stopsAtDials, limitsAtDials, redials, redials]);
  return random.chance(SHARE) ? plan(random) : [];
};
