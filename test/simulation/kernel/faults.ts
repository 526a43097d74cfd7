import type { Random } from './random.ts';

export const FAULT_KINDS = [
  'crashBefore',
  'crashAfter',
  'lambdaTimeout',
  'thawed',
  'overloaded',
  'slowOperation',
  'throttle',
  'transactionConflict',
  'lostReply',
  'staleIndex',
  'staleRead',
  'clockSkew',
  'queueDuplicate',
  'queueDelay',
  'queueDeleteLost',
  'queueRedelivery',
  'queueMixedBatch',
  'functionDown',
  'deadLetter',
  'scheduleLate',
  'scheduleTwice',
  'scheduleNever',
  'sweepSkipped',
  'dialRateLimited',
  'dialRefused',
  'dialRefusedPlaced',
  'dialNotAccepted',
  'accountFault',
  'dialTimedOutPlaced',
  'dialTimedOutNotPlaced',
  'dialErrorPlaced',
  'dialUnreachable',
  'dialReplySlow',
  'dialCheckSlow',
  'commandUnreachable',
  'commandUnanswered',
  'findUnavailable',
  'listLags',
  'eventDuplicate',
  'eventDelayed',
  'eventLost',
  'eventGivenUp',
  'webhookOut',
  'detectionLate',
  'eventForged',
  'eventBeforeReply',
  'receiverDown',
  'receiverError',
  'receiverRedirects',
  'receiverCloses',
  'receiverHangs',
  'receiverReplyLost',
  'receiverSlow',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export type FaultCounts = Record<FaultKind, number>;

export const noFaults = (): FaultCounts => Object.fromEntries(FAULT_KINDS.map((kind) => [kind, 0])) as FaultCounts;

/** Shares of the affected operations at intensity 1. */
const RATES: Partial<FaultCounts> = {
  crashBefore: 0.0025,
  crashAfter: 0.0035,
  thawed: 0.3,
  overloaded: 0.004,
  slowOperation: 0.004,
  throttle: 0.003,
  lostReply: 0.003,
  staleIndex: 0.25,
  queueDuplicate: 0.06,
  queueDelay: 0.08,
  queueDeleteLost: 0.02,
  scheduleLate: 0.3,
  scheduleTwice: 0.1,
  scheduleNever: 0.08,
  sweepSkipped: 0.1,
  dialRateLimited: 0.05,
  dialRefused: 0.015,
  dialRefusedPlaced: 0.04,
  dialNotAccepted: 0.01,
  dialTimedOutPlaced: 0.025,
  dialTimedOutNotPlaced: 0.015,
  dialErrorPlaced: 0.015,
  dialUnreachable: 0.02,
  dialReplySlow: 0.12,
  commandUnreachable: 0.05,
  commandUnanswered: 0.08,
  findUnavailable: 0.2,
  listLags: 0.5,
  eventDuplicate: 0.06,
  eventDelayed: 0.08,
  eventLost: 0.03,
  detectionLate: 0.06,
  eventForged: 0.03,
  receiverError: 0.06,
  receiverRedirects: 0.02,
  receiverCloses: 0.03,
  receiverHangs: 0.02,
  receiverReplyLost: 0.03,
  receiverSlow: 0.06,
};

/** Decides what goes wrong and counts it. Faults stop for good when the quiet period begins. */
export class Faults {
  readonly fired: FaultCounts = noFaults();
  readonly #random: Random;
  readonly #rates: Partial<FaultCounts>;
  #active = true;

  constructor(random: Random, intensity: number, strained: Partial<FaultCounts>) {
    this.#random = random;
    // Each world has its own mix of faults: some kinds are absent, others frequent.
    this.#rates = Object.fromEntries(
      Object.entries(RATES).map(([kind, rate]) => {
        const share = random.chance(0.2) ? 0 : random.pick([0.5, 1, 1, 2, 4]);
        return [kind, Math.min(0.6, rate * share * intensity)];
      }),
    );
    if (intensity > 0) Object.assign(this.#rates, strained);
  }

  get active(): boolean {
    return this.#active;
  }

  happens(kind: FaultKind): boolean {
    if (!this.#active || !this.#random.chance(this.#rates[kind] ?? 0)) return false;
    this.fired[kind] += 1;
    return true;
  }

  count(kind: FaultKind): void {
    this.fired[kind] += 1;
  }

  stop(): void {
    this.#active = false;
  }
}
