import { SECOND_MS } from '#shared/domain/time.ts';
import type { ConnectionPlan, Shortage } from '#test/simulation/plan/neighbours.ts';

/** The carrier counts dials over the last seconds, as Telnyx does. */
export const RATE_WINDOW_SECONDS = 5;

/** Why the carrier has no room for a dial: its rate, its live calls, or a shortage of its own. */
export type Limit = 'rate' | 'calls' | 'shortage';

interface Load {
  /** Live calls over all accounts. */
  live: number;
  /** Times of the dials that were taken so far, in order. */
  taken: readonly number[];
}

/** The limits of the connection that all accounts share. */
export class ConnectionLimits {
  readonly plan: ConnectionPlan;
  readonly #shortages: Shortage[];

  constructor(plan: ConnectionPlan, shortages: Shortage[], startsAt: number) {
    this.plan = plan;
    this.#shortages = shortages.map(({ fromMs, untilMs }) => ({
      fromMs: startsAt + fromMs,
      untilMs: startsAt + untilMs,
    }));
  }

  reached(now: number, { live, taken }: Load): Limit | null {
    if (this.shortageAt(now)) return 'shortage';
    if (live >= (this.plan.concurrentCalls ?? Number.POSITIVE_INFINITY)) return 'calls';
    const recent = taken.filter((at) => at > now - RATE_WINDOW_SECONDS * SECOND_MS).length;
    return recent >= this.plan.dialsPerSecond * RATE_WINDOW_SECONDS ? 'rate' : null;
  }

  shortageAt(now: number): Shortage | undefined {
    return this.#shortages.find(({ fromMs, untilMs }) => fromMs <= now && now < untilMs);
  }
}
