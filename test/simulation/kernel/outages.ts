import { MINUTE_MS } from '#shared/domain/time.ts';
import type { Random } from './random.ts';

/** Long enough now and then that messages are received too often and parked. */
const OUTAGE_MINUTES = { least: 1, most: 12 };

interface Outage {
  name: string;
  from: number;
  to: number;
}

/** Times at which a function cannot start, whatever it is sent: a faulty deployment, or no capacity left. */
export class Outages {
  readonly #outages: Outage[];

  constructor(
    random: Random,
    world: { startsAt: number; faultsMs: number; intensity: number },
    names: readonly string[],
  ) {
    const count = world.intensity === 0 ? 0 : random.pick([0, 0, 0, 1, 2]);
    this.#outages = Array.from({ length: count }, () => {
      const from = world.startsAt + random.between(0, world.faultsMs);
      const minutes = random.between(OUTAGE_MINUTES.least, OUTAGE_MINUTES.most);
      const to = Math.min(from + minutes * MINUTE_MS, world.startsAt + world.faultsMs);
      return { name: random.pick(names), from, to };
    });
  }

  /** The outages that touch a stretch of time. */
  within(since: number, until: number): { from: number; to: number }[] {
    return this.#outages.filter(({ from, to }) => from < until && to > since);
  }

  isDown(name: string, now: number): boolean {
    return this.#outages.some((outage) => outage.name === name && outage.from <= now && now < outage.to);
  }
}
