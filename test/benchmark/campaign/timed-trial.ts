import { copyOf, type Latencies, spentSince, type Tally, totalOf } from '#test/benchmark/database/counting-proxy.ts';
import { startMeasuredService } from '#test/benchmark/service/measured-service.ts';
import { CALLEE } from '#test/harness/given/phones.ts';
import { prepareTrial, runTrial } from './campaign-trial.ts';
import { type CallTimes, readCallTimes } from './slot-times.ts';

interface Wanted {
  contacts: number;
  slots: number;
  carrierSpeed: number;
  /** Undefined: the laptop's own database. */
  latencies?: Latencies;
}

export interface TimedTrial {
  runMs: number;
  calls: CallTimes[];
  /** For all contacts together; nothing without latencies. */
  spent: Tally;
}

/** A campaign whose contacts do not answer, as it went at the carrier. */
export const timeTrial = async (
  { contacts, slots, carrierSpeed, latencies }: Wanted,
  progress: (line: string) => void,
): Promise<TimedTrial> => {
  const service = await startMeasuredService({ carrierSpeed, proxy: latencies ? { latencies } : 'none' });
  try {
    const trial = await prepareTrial(service, { contacts, slots, ending: CALLEE.doesNotAnswer });
    const before = copyOf(service.tallies);
    const { runMs } = await runTrial(trial, (completed) => progress(`${completed} of ${contacts} contacts`));
    return { runMs, calls: readCallTimes(service.stateDir), spent: totalOf(spentSince(before, service.tallies)) };
  } finally {
    await service.stop();
  }
};
