import { HOUR_MS, MINUTE_MS } from '#shared/domain/time.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import type { When } from './action-plan.ts';

/** The share of worlds whose key is replaced while many events are still to come. */
const EARLY_ROTATION_SHARE = 0.4;
/** The number of delivery batches that most worlds reach. */
const DELIVERIES_USUAL = 40;

/** Addresses to which the team can have its call events sent. */
const RECEIVERS = ['https://one.example/calls', 'https://two.example/calls', 'https://three.example/in'] as const;

const OWNER_ACTIONS = ['set', 'disable', 'remove', 'rotate', 'resend'] as const;
export type OwnerAction = (typeof OWNER_ACTIONS)[number];

export interface OwnerActionPlan {
  action: OwnerAction;
  when: When;
  /** The receiver to set. */
  url: string;
  /** Chooses the delivery to send again. */
  choice: number;
}

/** A receiver takes nothing in from one time to another. */
export interface Outage {
  url: string;
  fromMs: number;
  untilMs: number;
  answer: 503 | 'closes' | 'hangs';
}

/** The receiver of call events, and its owner's actions. */
export interface WebhookPlan {
  /** Set before the world begins; null: a person sets it later. */
  firstUrl: string | null;
  actions: OwnerActionPlan[];
  outages: Outage[];
}

const planAction = (random: Random): OwnerActionPlan => ({
  action: random.weighted({ set: 40, disable: 15, remove: 15, rotate: 30, resend: 40 }),
  when: random.chance(0.5)
    ? { afterMs: random.pick([20_000, 10 * MINUTE_MS, HOUR_MS, 30 * HOUR_MS]) * random.unit() }
    : {
        worker: 'deliver-webhook',
        times: random.integer(1, DELIVERIES_USUAL),
        thenMs: random.between(0, random.pick([60, 5000, MINUTE_MS])),
      },
  url: random.pick(RECEIVERS),
  choice: random.unit(),
});

/** Some outages outlast every attempt. */
const planOutage = (random: Random, firstUrl: string | null, faultsMs: number): Outage => {
  const url = firstUrl !== null && random.chance(0.6) ? firstUrl : random.pick(RECEIVERS);
  const isLong = random.chance(0.5);
  const fromMs = isLong ? 0 : random.between(0, HOUR_MS);
  const untilMs = isLong ? faultsMs : Math.min(faultsMs, fromMs + random.between(0, HOUR_MS));
  return { url, fromMs, untilMs, answer: random.pick([503, 'closes', 'hangs'] as const) };
};

/** Null in half of the worlds, whose account never has a receiver. */
export const planWebhook = (random: Random, faultsMs: number, intensity: number): WebhookPlan | null => {
  if (random.chance(0.5)) return null;
  const firstUrl = random.chance(0.75) ? random.pick(RECEIVERS) : null;
  const planEarly = (action: OwnerAction): OwnerActionPlan => ({
    ...planAction(random),
    action,
    when: { afterMs: random.between(0, MINUTE_MS) },
  });
  const actions = Array.from({ length: random.pick([0, 0, 1, 3, 6]) }, () => planAction(random));
  if (firstUrl === null) actions.push(planEarly('set'));
  if (random.chance(EARLY_ROTATION_SHARE)) actions.push(planEarly('rotate'));
  const outages = intensity === 0 ? 0 : random.pick([0, 0, 1, 2]);
  return {
    firstUrl,
    actions,
    outages: Array.from({ length: outages }, () => planOutage(random, firstUrl, faultsMs)),
  };
};
