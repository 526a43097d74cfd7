import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { Random } from '#test/simulation/kernel/random.ts';

/** From one time to another the carrier takes no dial of the account: its key is revoked, say, and restored. */
export interface AccountFault {
  fromMs: number;
  untilMs: number;
  words: string;
}

const WORDS = [
  'The carrier answered 401, the key is not valid.',
  'The carrier answered 402, no credit is left.',
  'The carrier answered 422, the connection is not valid.',
  'The carrier answered 404.',
];

const planOne = (random: Random): AccountFault => {
  const fromMs = random.between(0, random.pick([20 * SECOND_MS, 10 * MINUTE_MS, HOUR_MS]));
  return { fromMs, untilMs: fromMs + random.between(MINUTE_MS, HOUR_MS), words: random.pick(WORDS) };
};

export const planAccountFaults = (random: Random, intensity: number): AccountFault[] =>
  intensity === 0 ? [] : Array.from({ length: random.pick([0, 0, 0, 1, 2]) }, () => planOne(random));

/** The endings of callees' numbers in worlds where most calls fail: rejected, or to numbers that do not exist. */
const FAILING: Record<string, number>[] = [
  { '0010': 84, '0003': 16 },
  { '0010': 78, '0003': 22 },
  { '0005': 97, '0010': 3 },
  { '0005': 55, '0010': 45 },
];
const FAILING_WORLDS_SHARE = 0.2;

export const planFailures = (random: Random): Record<string, number> | null =>
  random.chance(FAILING_WORLDS_SHARE) ? random.pick(FAILING) : null;
