import type { Violation } from '#test/simulation/checks/checker.ts';
import type { FaultCounts } from '#test/simulation/kernel/faults.ts';
import type { InboundCall } from '#test/simulation/outside/inbound-calls.ts';

/** The result of a world. */
export interface Report {
  seed: number;
  violations: Violation[];
  faults: FaultCounts;
  dials: number;
  /** The fate of each inbound call. */
  inbound: InboundCall['fate'][];
  events: number;
  /** Requests that receivers got, and the endings of deliveries. */
  posts: number;
  delivered: number;
  deadLettered: number;
  steps: number;
  virtualDays: number;
  /** The same for every run of the seed. */
  digest: string;
  deadLetters: number;
}
