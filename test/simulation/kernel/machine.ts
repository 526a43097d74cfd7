import type { Key } from '#shared/store/table/table.ts';
import type { Faults } from './faults.ts';
import type { Kernel } from './kernel.ts';
import type { Outages } from './outages.ts';
import type { Trace } from './trace.ts';
import type { WritesUnderWay } from './writes-under-way.ts';

/** What every invocation runs on. */
export interface Machine {
  kernel: Kernel;
  faults: Faults;
  trace: Trace;
  /** The most by which invocations' clocks differ from true time. */
  skewMs: number;
  writes: WritesUnderWay;
  outages: Outages;
  /** Called when a worker has read items by their keys. */
  hasRead(worker: string, keys: Key[]): void;
  /** Called after every operation that took effect. */
  observe(wrote: boolean): void;
}
