import type { Faults } from './faults.ts';
import type { Kernel } from './kernel.ts';

interface Surroundings {
  kernel: Kernel;
  faults: Faults;
}

/** Latency of every operation of a function whose machine is overloaded. */
const OVERLOADED_MS = { least: 100, most: 12_000 };

/** The reply to what a dial reads last, if it comes late; with the dial's own way it is in time, just. */
const CHECK_REPLY_MS = { least: 1000, most: 4500 };

/** From here on it matters whether an operation or its reply took long. */
const SLOW_MS = 100;

const latencyMs = ({ kernel: { random }, faults }: Surroundings, isOverloaded: boolean): number => {
  if (isOverloaded) return random.between(OVERLOADED_MS.least, OVERLOADED_MS.most);
  if (faults.happens('slowOperation'))
    return random.chance(0.3) ? random.between(3000, 12_000) : random.between(200, 2500);
  return random.chance(0.12) ? random.between(20, 150) : random.between(1, 12);
};

/** An operation's way to where it takes effect, and its reply's way back; of short ones only the sum matters. */
export const travelMs = (
  surroundings: Surroundings,
  isOverloaded: boolean,
  isDialCheck = false,
): { there: number; back: number } => {
  if (isDialCheck && surroundings.faults.happens('dialCheckSlow'))
    return { there: 0, back: surroundings.kernel.random.between(CHECK_REPLY_MS.least, CHECK_REPLY_MS.most) };
  const inAll = latencyMs(surroundings, isOverloaded);
  if (inAll < SLOW_MS) return { there: inAll, back: 0 };
  const back = inAll * surroundings.kernel.random.unit();
  return { there: inAll - back, back };
};
