import type { IdleUsage } from '#infra/costs/measured-usage.ts';
import { copyOf, spentSince, totalOf } from '#test/benchmark/database/counting-proxy.ts';
import { startMeasuredService } from '#test/benchmark/service/measured-service.ts';
import { sleep } from '#test/harness/time/timers.ts';

const SWEEP_EVERY_MS = 60_000;
/** The first sweep, and what the start asks, are over by then. */
const STARTED_MS = 10_000;

/** What one run of the sweep costs where there is nothing to repair. */
export const measureSweep = async (): Promise<IdleUsage> => {
  const service = await startMeasuredService({ carrierSpeed: 1, proxy: {} });
  try {
    await sleep(STARTED_MS);
    const before = copyOf(service.tallies);
    await sleep(SWEEP_EVERY_MS);
    const { requests: databaseRequests, ...units } = totalOf(spentSince(before, service.tallies));
    return { databaseRequests, ...units };
  } finally {
    await service.stop();
  }
};
