import { totalOf } from '#test/benchmark/database/counting-proxy.ts';
import { sleep } from '#test/harness/time/timers.ts';
import type { MeasuredService } from './measured-service.ts';

const QUIET_BY_MS = 60_000;

const requestsOf = ({ marked }: Pick<MeasuredService, 'marked'>): number =>
  [...marked.values()].reduce((sum, tallies) => sum + totalOf(tallies).requests, 0);

/** Waits until nobody has asked the database for anything for so long; at most a minute, for the sweep never ends. */
export const untilQuiet = async (service: Pick<MeasuredService, 'marked'>, quietMs: number): Promise<void> => {
  const begin = performance.now();
  for (let requests = -1; performance.now() - begin < QUIET_BY_MS; ) {
    const asked = requestsOf(service);
    if (asked === requests) return;
    requests = asked;
    await sleep(quietMs);
  }
};
