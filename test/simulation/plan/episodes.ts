import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import { type ActionKind, type ActionPlan, OPEN_CHOICE_MIN, STRICTEST_CHOICE_MAX } from './action-plan.ts';

/** What happens so rarely by chance that some worlds are given to it. */

const atDial = (kind: ActionKind, times: number, thenMs: number, choice: number): ActionPlan => ({
  kind,
  campaign: 0,
  when: { worker: 'place-call', times, thenMs },
  choice,
});

/** The strictest and the most generous that changes of limits, windows and countries make of a choice. */
const [LOWEST, HIGHEST] = [0, OPEN_CHOICE_MIN];

/** A limit goes up, and down again between claims and their dials. */
const limitsAtDials = (random: Random): ActionPlan[] =>
  Array.from({ length: 5 }, (_, at) => [
    atDial('changeConcurrency', 4 * at + 1, 5 * SECOND_MS, HIGHEST),
    atDial('changeConcurrency', 4 * at + 3, random.between(0, 25), LOWEST),
  ]).flat();

/** Hours close at a dial, and open again before many contacts have become due later. */
const windowsAtDials = (random: Random): ActionPlan[] =>
  Array.from({ length: 5 }, (_, at) => [
    atDial('changeWindow', 4 * at + 1, random.between(0, 25), LOWEST),
    atDial('changeWindow', 4 * at + 1, 20 * SECOND_MS, HIGHEST),
  ]).flat();

/** Numbers of the US, which most are, are forbidden at a dial, and allowed again before many contacts have been skipped. */
const countriesAtDials = (random: Random): ActionPlan[] =>
  Array.from({ length: 5 }, (_, at) => [
    atDial('changeCountries', 3 * at + 1, random.between(0, 25), random.between(0, STRICTEST_CHOICE_MAX / 2)),
    atDial('changeCountries', 3 * at + 1, random.between(1, 20) * SECOND_MS, HIGHEST),
  ]).flat();

const STOPS = [
  'deleteContact',
  'doNotCallNumber',
  'stopCalls',
  'deleteCampaign',
  'changeWindow',
  'changeConcurrency',
  'releaseNumber',
  'changeCountries',
] as const;

/** Somebody stops dials, each time of the same kind, just as they are placed. */
const stopsAtDials = (random: Random): ActionPlan[] => {
  const kind = random.pick(STOPS);
  if (kind === 'changeConcurrency') return limitsAtDials(random);
  if (kind === 'changeWindow') return windowsAtDials(random);
  if (kind === 'changeCountries') return countriesAtDials(random);
  const times = kind === 'deleteCampaign' ? [random.integer(1, 6)] : [1, 2, 3, 4, 5, 6, 7, 8];
  return times.map((each) => atDial(kind, each, random.between(0, 25), random.unit()));
};

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

const STOPS_AT_CHECKS = 40;
const LIFTED_EVERY_MS = 15 * SECOND_MS;
/** No window, and a limit of as many calls as those worlds begin with. */
const WIDEST = 1;
/** Checks that every contact's number comes to, with those that end without a dial. */
const CHECKS_PER_CONTACT = 3;

/** Somebody stops dials right after their last check, and lets everything go on again and again. */
export const stopsAtChecks = (random: Random, contacts: number): ActionPlan[] => {
  const kinds = [
    'deleteContact',
    'doNotCall',
    'doNotCall',
    'pause',
    'changeConcurrency',
    'changeWindow',
    'changePhoneThenDoNotCall',
  ] as const;
  const lifts = ['resume', 'changeConcurrency', 'changeWindow'] as const;
  return Array.from({ length: STOPS_AT_CHECKS }, (_, at) => [
    {
      kind: random.pick(kinds),
      campaign: 0,
      when: { contactReads: random.integer(1, CHECKS_PER_CONTACT * contacts) },
      choice: random.between(0, STRICTEST_CHOICE_MAX),
    },
    ...lifts.map((kind) => ({
      kind,
      campaign: 0,
      when: { afterMs: (at + 1) * LIFTED_EVERY_MS },
      choice: WIDEST,
    })),
  ]).flat();
};

const SHARE = 0.55;

export const planEpisode = (random: Random, isFailing: boolean): ActionPlan[] => {
  if (isFailing) return random.chance(SHARE) ? runsInARow(random) : [];
  const plan = random.pick([stopsAtDials, stopsAtDials, limitsAtDials, countriesAtDials, redials, redials]);
  return random.chance(SHARE) ? plan(random) : [];
};
