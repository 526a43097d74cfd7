import { HOUR_MS, MINUTE_MS } from '#shared/domain/time.ts';
import type { Random } from '#test/simulation/kernel/random.ts';

const ACTION_KINDS = [
  'pause',
  'resume',
  'cancel',
  'run',
  'runCapped',
  'doNotCall',
  'doNotCallNumber',
  'deleteContact',
  'addContacts',
  'addSameContact',
  'removeContact',
  'changeConcurrency',
  'changeWindow',
  'redial',
  'redialAmidOthers',
  'redialDuringCalls',
  'deleteCampaign',
  'stopCalls',
  'changePhone',
  'releaseNumber',
  'changeCountries',
  'changeCallsPerDay',
  'changeCallsPerNumber',
  'changeSpendPerDay',
  'orderCall',
  'orderCallsAtOnce',
  'scheduleCall',
  'cancelCall',
  'changePhoneThenDoNotCall',
  'eraseContact',
  'eraseContactTwice',
  'reopenErased',
] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

/** After this time, or a while after a worker begins for the n-th time. */
export type When =
  | { afterMs: number }
  | {
      worker: 'place-call' | 'advance-campaign' | 'apply-call-event' | 'deliver-webhook' | 'extract-information';
      times: number;
      thenMs: number;
    }
  /** Right after a worker has read some contact for the n-th time, such as in the last check before a dial. */
  | { contactReads: number };

export interface ActionPlan {
  kind: ActionKind;
  campaign: number;
  when: When;
  /** Chooses contact, limit or window. */
  choice: number;
  /** Whether it is about somebody whose dial waits for its turn, if there is one. */
  isOfAwaited?: boolean;
}

const ACTION_WEIGHTS: Record<ActionKind, number> = {
  pause: 14,
  resume: 14,
  cancel: 3,
  run: 20,
  runCapped: 6,
  doNotCall: 8,
  doNotCallNumber: 6,
  deleteContact: 5,
  addContacts: 8,
  addSameContact: 8,
  removeContact: 4,
  changeConcurrency: 14,
  changeWindow: 8,
  redial: 3,
  redialAmidOthers: 16,
  redialDuringCalls: 0,
  deleteCampaign: 10,
  stopCalls: 3,
  changePhone: 10,
  releaseNumber: 6,
  changeCountries: 8,
  changeCallsPerDay: 0,
  changeCallsPerNumber: 0,
  changeSpendPerDay: 0,
  orderCall: 0,
  orderCallsAtOnce: 0,
  scheduleCall: 0,
  cancelCall: 0,
  changePhoneThenDoNotCall: 0,
  eraseContact: 0,
  eraseContactTwice: 0,
  reopenErased: 0,
};

const INTERFERENCES = [
  'deleteContact',
  'deleteContact',
  'doNotCall',
  'pause',
  'deleteCampaign',
  'changeConcurrency',
  'changeWindow',
  'changeCountries',
] as const;

/** Up to this a choice is a closed window, the lowest limit, and fewer countries. */
export const STRICTEST_CHOICE_MAX = 0.49;
/** From this on it is no window at all, a high limit, and every country that contacts are in. */
export const OPEN_CHOICE_MIN = 0.9;

/** Bounds between the strictest choice and the most generous that is one. */
const [CALLS_CHOSEN, CALLS_PER_NUMBER_CHOSEN] = [20, 4];

/** Seldom nobody may be called, mostly everybody of one country; from the middle on everybody. */
export const countriesOf = (choice: number): string[] | null => {
  if (choice < STRICTEST_CHOICE_MAX / 5) return [];
  if (choice <= STRICTEST_CHOICE_MAX) return choice < STRICTEST_CHOICE_MAX / 2 ? ['GB'] : ['CA'];
  return choice < OPEN_CHOICE_MIN ? null : ['GB', 'US'];
};

/** A few at most, or what the plan allows. */
export const callsPerDayOf = (choice: number): number | null =>
  choice < OPEN_CHOICE_MIN ? 1 + Math.floor(CALLS_CHOSEN * choice) : null;

/** A few at most, or no bound at all. */
export const callsPerNumberOf = (choice: number): number | null =>
  choice < OPEN_CHOICE_MIN ? 1 + Math.floor(CALLS_PER_NUMBER_CHOSEN * choice) : null;

/** What must not fall between a dial's last check and the dial. */
export const planInterference = (random: Random, campaigns: number, contacts: number): ActionPlan => ({
  kind: random.pick(INTERFERENCES),
  campaign: random.integer(0, campaigns - 1),
  when: { contactReads: random.integer(1, Math.max(2, contacts)) },
  choice: random.between(0, STRICTEST_CHOICE_MAX),
});

const planWhen = (random: Random, contacts: number): When =>
  random.chance(0.4)
    ? { afterMs: random.pick([10_000, 10 * MINUTE_MS, HOUR_MS]) * random.unit() }
    : {
        worker: random.pick(['place-call', 'advance-campaign'] as const),
        times: random.integer(1, Math.max(2, contacts)),
        thenMs: random.between(0, random.pick([15, 50, 150, 20_000])),
      };

/** Early on a redial concerns most, and so it takes many steps. */
const EARLY_MS = MINUTE_MS;

export const planAction = (random: Random, campaigns: number, contacts: number): ActionPlan => {
  const kind = random.weighted(ACTION_WEIGHTS);
  return {
    kind,
    campaign: random.integer(0, campaigns - 1),
    when: kind === 'redialAmidOthers' ? { afterMs: random.between(0, EARLY_MS) } : planWhen(random, contacts),
    choice: random.unit(),
  };
};
