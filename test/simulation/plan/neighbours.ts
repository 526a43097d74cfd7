import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import type { CampaignPlan, ContactPlan } from './campaign-plan.ts';

/** What the carrier allows over all accounts; the service is told the same. */
export interface ConnectionPlan {
  dialsPerSecond: number;
  /** Null: no limit. */
  concurrentCalls: number | null;
}

/** An account that shares the carrier's connection, with one campaign over all its contacts. */
export interface NeighbourPlan {
  contacts: ContactPlan[];
  campaign: CampaignPlan;
}

/** A time in which the carrier takes no dial at all, and names its limits as the reason. */
export interface Shortage {
  fromMs: number;
  untilMs: number;
}

const ENDINGS = ['0001', '0001', '0002', '0002', '0003', '0004'] as const;

const planNeighbour = (random: Random, account: number): NeighbourPlan => {
  const contacts = random.pick([1, 3, 8, 20]);
  return {
    contacts: Array.from({ length: contacts }, (_, at) => ({
      phone: `+141${5 + account}${String(200 + at)}${random.pick(ENDINGS)}`,
      timezone: null,
      doNotCall: false,
    })),
    campaign: {
      account,
      contacts: Array.from({ length: contacts }, (_, at) => at),
      maxConcurrentCalls: random.integer(1, 8),
      maxAttempts: random.integer(1, 2),
      retryDelayMinutes: random.pick([0, 1, 5]),
      retryOnVoicemail: false,
      window: null,
      scheduledStartMinutes: null,
      maxCalls: null,
      runsAfterMs: random.between(0, random.pick([5, 30, 120])) * SECOND_MS,
      runsTwice: random.chance(0.2),
      isFinished: true,
    },
  };
};

/** In half of the worlds one account has the connection to itself. */
export const planNeighbours = (random: Random): NeighbourPlan[] =>
  Array.from({ length: random.pick([0, 0, 1, 2]) }, (_, at) => planNeighbour(random, at + 1));

export const planConnection = (random: Random): ConnectionPlan => ({
  dialsPerSecond: random.pick([1, 2, 30, 30]),
  concurrentCalls: random.pick([null, null, 2, 4, 8]),
});

export const planShortages = (random: Random, intensity: number): Shortage[] => {
  const count = intensity === 0 ? 0 : random.pick([0, 0, 1, 2]);
  return Array.from({ length: count }, () => {
    const fromMs = random.between(0, 5) * MINUTE_MS;
    return { fromMs, untilMs: fromMs + random.between(1, 15) * MINUTE_MS };
  });
};
