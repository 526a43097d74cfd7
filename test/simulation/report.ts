import type { Violation } from './checker.ts';
import type { FaultCounts } from './faults.ts';

/** What became of a world. */
export interface Report {
  seed: number;
  violations: Violation[];
  faults: FaultCounts;
  dials: number;
  events: number;
  steps: number;
  virtualDays: number;
  /** The same for every run of the seed. */
  digest: string;
  deadLetters: number;
}
