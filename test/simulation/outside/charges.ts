import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import { microUsdOf, usdOf } from '#test/simulation/plan/charges-plan.ts';
import type { CarrierEvent } from './true-call.ts';

/** The carrier's report of what a call costs. */
export const COST = 'call.cost';

/** Ten-thousandths of a US dollar. */
const CHARGE = { least: 30, most: 400 };
const UNANSWERED_CHARGED_SHARE = 0.5;
const CORRECTED_SHARE = 0.2;
/** Longer than events of a call overtake one another, mostly. */
const CORRECTED_WITHIN_MS = { least: MINUTE_MS, most: 3 * HOUR_MS };

interface Charged {
  placedAt: number;
  answeredAt: number | null;
  endedAt: number;
}

type Timing = 'early' | 'prompt' | 'late' | 'overnight';

const TIMINGS: Record<Timing, number> = { early: 10, prompt: 65, late: 20, overnight: 5 };

const reportedAt = (random: Random, { placedAt, endedAt }: Charged): number => {
  switch (random.weighted(TIMINGS)) {
    case 'early':
      return random.between(placedAt, endedAt);
    case 'prompt':
      return endedAt + random.between(0.1, 20) * SECOND_MS;
    case 'late':
      return endedAt + random.between(1, 40) * MINUTE_MS;
    case 'overnight':
      return endedAt + random.between(1, 30) * HOUR_MS;
  }
};

/** A report that reached the webhook. */
export interface HeardCharge {
  at: number;
  microUsd: number;
  /** The webhook accepted it; without an answer it may be queued or not. */
  isAccepted: boolean;
}

/** What a world's carrier charges, and what the service has heard of it. */
export class Charges {
  /** By the carrier's id of the call. */
  readonly heard = new Map<string, HeardCharge[]>();
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** The reports about a call, and when each is made; the last one is right. */
  eventsOf(call: Charged): [string, number, Record<string, unknown>][] {
    const random = this.#random;
    if (call.answeredAt === null && !random.chance(UNANSWERED_CHARGED_SHARE)) return [];
    const charge = (): number => 100 * random.integer(CHARGE.least, CHARGE.most);
    const report = (at: number, microUsd: number): [string, number, Record<string, unknown>] => [
      COST,
      at,
      { cost: { total_usd: usdOf(microUsd) } },
    ];
    const [at, first] = [reportedAt(random, call), charge()];
    if (!random.chance(CORRECTED_SHARE)) return [report(at, first)];
    const correctedAt = at + random.between(CORRECTED_WITHIN_MS.least, CORRECTED_WITHIN_MS.most);
    return [report(at, first), report(correctedAt, first + charge())];
  }

  /** Notes that an event reached the webhook. */
  posted({ type, data }: CarrierEvent, at: number, isAccepted: boolean): void {
    if (type !== COST) return;
    const controlId = String(data.call_control_id);
    const { total_usd: usd } = data.cost as { total_usd: string };
    const report = { at, microUsd: microUsdOf(usd), isAccepted };
    this.heard.set(controlId, [...(this.heard.get(controlId) ?? []), report]);
  }
}
