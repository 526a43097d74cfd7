import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import type { When } from './action-plan.ts';
import { NUMBERS } from './team.ts';

/** Somebody calls one of the team's numbers, or a number that the carrier sends here by mistake. */
export interface InboundPlan {
  to: string;
  when: When;
  /** The caller gives up after this time. */
  ringMs: number;
  /** The call ends this long after its answer. */
  talkMs: number;
  /** Chooses the caller. */
  choice: number;
}

const planOne = (random: Random, contacts: number): InboundPlan => ({
  to: NUMBERS[random.weighted({ answered: 60, unanswered: 16, unassigned: 12, foreign: 12 })],
  when: random.chance(0.3)
    ? { afterMs: random.pick([10 * SECOND_MS, 10 * MINUTE_MS, HOUR_MS]) * random.unit() }
    : {
        worker: random.pick(['place-call', 'apply-call-event'] as const),
        times: random.integer(1, Math.max(2, contacts)),
        thenMs: random.between(0, random.pick([50, 5000, 60_000])),
      },
  ringMs: random.between(4, 40) * SECOND_MS,
  talkMs: random.chance(0.08) ? random.between(5, 100) * MINUTE_MS : random.between(0.5, 90) * SECOND_MS,
  choice: random.unit(),
});

export const planInbound = (random: Random, contacts: number): InboundPlan[] =>
  Array.from({ length: random.pick([0, 1, 3, 6, 12]) }, () => planOne(random, contacts));
