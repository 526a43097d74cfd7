import type { IdleUsage, MeasuredUsage } from '#infra/costs/measured-usage.ts';
import { copyOf, spentSince, totalOf } from '#test/benchmark/database/counting-proxy.ts';
import { type MeasuredService, startMeasuredService } from '#test/benchmark/service/measured-service.ts';
import { CALLEE } from '#test/harness/given/phones.ts';
import { sleep } from '#test/harness/time/timers.ts';
import { prepareTrial } from './campaign-trial.ts';

const SWEEP_EVERY_MS = 60_000;
/** What a start or a run asks at once is over by then. */
const SETTLED_MS = 10_000;
const WINDOW_BEGINS_IN_HOURS = 2;
const HOURS = 24;

const usageOfMinute = async ({ tallies }: MeasuredService): Promise<IdleUsage> => {
  await sleep(SETTLED_MS);
  const before = copyOf(tallies);
  await sleep(SWEEP_EVERY_MS);
  const { requests: databaseRequests, ...units } = totalOf(spentSince(before, tallies));
  return { databaseRequests, ...units };
};

const hour = (n: number): string => `${String(n % HOURS).padStart(2, '0')}:00`;

/** A running campaign that may not dial yet. */
const runWaitingCampaign = async (service: MeasuredService): Promise<void> => {
  const trial = await prepareTrial(service, { contacts: 1, ending: CALLEE.doesNotAnswer, slots: 1 });
  const begin = new Date().getUTCHours() + WINDOW_BEGINS_IN_HOURS;
  const window = { callWindowStart: hour(begin), callWindowEnd: hour(begin + 1), callWindowTimezone: 'UTC' };
  await trial.client.updateCampaign({ id: trial.campaignId, ...window });
  await trial.client.runCampaign({ id: trial.campaignId });
};

/** What one run of the sweep costs where there is nothing to repair, and what a campaign adds that waits. */
export const measureSweep = async (): Promise<Pick<MeasuredUsage, 'sweep' | 'waitingCampaign'>> => {
  const service = await startMeasuredService({ carrierSpeed: 1, proxy: {} });
  try {
    const sweep = await usageOfMinute(service);
    await runWaitingCampaign(service);
    const together = await usageOfMinute(service);
    const waitingCampaign = {
      databaseRequests: together.databaseRequests - sweep.databaseRequests,
      readUnits: together.readUnits - sweep.readUnits,
      writeUnits: together.writeUnits - sweep.writeUnits,
    };
    return { sweep, waitingCampaign };
  } finally {
    await service.stop();
  }
};
