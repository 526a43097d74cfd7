import { MINUTE_MS, SECOND_MS } from '#shared/domain/time.ts';
import type { CarrierCall } from '#shared/ports/telephony.ts';
import type { Faults } from '#test/simulation/kernel/faults.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import type { Strain } from '#test/simulation/plan/strains/strains.ts';
import type { TrueCall } from './true-call.ts';

/** How a world's carrier reports; Telnyx has all of these habits. */
export interface CarrierHabits {
  /**
   * Look-ups tell no cause, no detection and no time of the answer; without a call's id, only live calls are listed.
   */
  isReticent: boolean;
  /** A hangup tells no detection, and no `call.completed` follows it. */
  hangsUpBarely: boolean;
  /** The share of calls that last for many minutes. */
  longCallShare: number;
  longestCallMinutes: number;
}

export const planHabits = (random: Random, strain: Strain): CarrierHabits => ({
  isReticent: strain === 'silence' || random.chance(0.5),
  hangsUpBarely: strain === 'mailboxes' || random.chance(0.5),
  longCallShare: strain === 'silence' ? 0.7 : random.pick([0.02, 0.02, 0.02, 0.02, 0.3]),
  longestCallMinutes: strain === 'silence' ? 20 : 100,
});

/** The carrier knows nothing of a call after this. */
const REMEMBERED_MS = 10 * MINUTE_MS;

export const isForgotten = ({ endedAt }: { endedAt: number }, now: number): boolean => now > endedAt + REMEMBERED_MS;

/** Longer than any phone rings; a call that lasted longer was answered. */
const RING_TIMEOUT_MS = 45 * SECOND_MS;

interface Timed {
  placedAt: number;
  endedAt: number;
}

/** What a carrier tells that reports of a call only whether it is alive and how long it has lasted. */
export const reticentView = (call: Timed, now: number): Omit<CarrierCall, `call${string}`> => {
  const isOver = now >= call.endedAt;
  const lastedMs = Math.min(now, call.endedAt) - call.placedAt;
  const wasAnswered = lastedMs > RING_TIMEOUT_MS;
  return {
    state: isOver ? 'ended' : wasAnswered ? 'in_progress' : 'ringing',
    hangupCause: null,
    machineDetection: null,
    answeredAt: wasAnswered ? new Date(call.placedAt + RING_TIMEOUT_MS).toISOString() : null,
    endedAt: isOver ? new Date(call.endedAt).toISOString() : null,
    durationSecs: isOver ? Math.floor(lastedMs / SECOND_MS) : null,
  };
};

/** The list of live calls: it shows each call a little late, now and then. */
export class LiveCallList {
  readonly #faults: Faults;
  readonly #random: Random;
  readonly #listedFrom = new Map<TrueCall, number>();

  constructor(faults: Faults, random: Random) {
    this.#faults = faults;
    this.#random = random;
  }

  shows(call: TrueCall, now: number): boolean {
    if (now >= call.endedAt) return false;
    if (!this.#listedFrom.has(call)) {
      const lagMs = this.#faults.happens('listLags') ? this.#random.between(1, 20) * SECOND_MS : 0;
      this.#listedFrom.set(call, now + lagMs);
    }
    return now >= (this.#listedFrom.get(call) ?? 0);
  }
}
