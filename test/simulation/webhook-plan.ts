import type { Random } from './random.ts';

const HOUR_MS = 3600 * 1000;

/** Addresses at which the team can have its call events. */
export const RECEIVERS = [
  'https://one.example/calls',
  'https://two.example/calls',
  'https://three.example/in',
] as const;

export const OWNER_ACTIONS = ['set', 'disable', 'remove', 'rotate'] as const;
export type OwnerAction = (typeof OWNER_ACTIONS)[number];

export interface OwnerActionPlan {
  action: OwnerAction;
  afterMs: number;
  /** The receiver that is set. */
  url: string;
}

/** A receiver takes nothing in from one time to another. */
export interface Outage {
  url: string;
  fromMs: number;
  untilMs: number;
  answer: 503 | 'closes' | 'hangs';
}

/** Where call events are sent, and what its owner does about that. */
export interface WebhookPlan {
  /** Set before the world begins; null: a person sets it later. */
  firstUrl: string | null;
  actions: OwnerActionPlan[];
  outages: Outage[];
}

const planAction = (random: Random): OwnerActionPlan => ({
  action: random.weighted({ set: 40, disable: 15, remove: 15, rotate: 30 }),
  afterMs: random.pick([20_000, 10 * 60_000, HOUR_MS, 30 * HOUR_MS]) * random.unit(),
  url: random.pick(RECEIVERS),
});

/** Some outages outlast every attempt. */
const planOutage = (random: Random, firstUrl: string | null, faultsMs: number): Outage => {
  const url = firstUrl !== null && random.chance(0.6) ? firstUrl : random.pick(RECEIVERS);
  const isLong = random.chance(0.5);
  const fromMs = isLong ? 0 : random.between(0, HOUR_MS);
  const untilMs = isLong ? faultsMs : Math.min(faultsMs, fromMs + random.between(0, HOUR_MS));
  return { url, fromMs, untilMs, answer: random.pick([503, 'closes', 'hangs'] as const) };
};

/** Null: the account has no receiver all along, as in half of the worlds. */
export const planWebhook = (random: Random, faultsMs: number, intensity: number): WebhookPlan | null => {
  if (random.chance(0.5)) return null;
  const firstUrl = random.chance(0.75) ? random.pick(RECEIVERS) : null;
  const setLater: OwnerActionPlan = { action: 'set', afterMs: random.between(0, 60_000), url: random.pick(RECEIVERS) };
  const actions = Array.from({ length: random.pick([0, 0, 1, 3, 6]) }, () => planAction(random));
  const outages = intensity === 0 ? 0 : random.pick([0, 0, 1, 2]);
  return {
    firstUrl,
    actions: firstUrl === null ? [setLater, ...actions] : actions,
    outages: Array.from({ length: outages }, () => planOutage(random, firstUrl, faultsMs)),
  };
};
