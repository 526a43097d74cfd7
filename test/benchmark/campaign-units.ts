import { parseArgs } from 'node:util';
import { sleep } from '#test/harness/time/timers.ts';
import { prepareTrial, runTrial } from './campaign-trial.ts';
import { copyOf, REGION_LATENCIES, spentSince, type Tally, totalOf } from './database/counting-proxy.ts';
import { receiveEvents } from './event-receiver.ts';
import { startMeasuredService } from './service.ts';

/**
 * What a dialled contact costs, by what the service asked its database for:
 * `node test/benchmark/campaign-units.ts [--contacts 100] [--ending 0002] [--speed 50] [--slots 50] [--region] [--webhooks]`.
 * Numbers that end in 0002 are not answered, others are.
 */
const { values } = parseArgs({
  options: {
    contacts: { type: 'string', default: '100' },
    ending: { type: 'string', default: '0002' },
    speed: { type: 'string', default: '50' },
    slots: { type: 'string', default: '50' },
    region: { type: 'boolean', default: false },
    webhooks: { type: 'boolean', default: false },
  },
});

/** What comes after the last call: conclusions, recordings, deliveries. */
const REST_MS = 5_000;
const READ_UNITS_PER_WRITE_UNIT = 5;

const contacts = Number(values.contacts);
const service = await startMeasuredService({
  carrierSpeed: Number(values.speed),
  proxy: values.region ? { latencies: REGION_LATENCIES } : {},
});
try {
  const trial = await prepareTrial(service, { contacts, ending: values.ending, slots: Number(values.slots) });
  const receiver = values.webhooks ? await receiveEvents(trial.client, service.credentials.account_slug) : undefined;
  const before = copyOf(service.tallies);
  const { runMs, totalMs } = await runTrial(trial, () => undefined);
  await sleep(REST_MS);
  const spent = spentSince(before, service.tallies);
  const price = ({ writeUnits, readUnits }: Tally): number => writeUnits * READ_UNITS_PER_WRITE_UNIT + readUnits;
  const each = (n: number): string => (n / contacts).toFixed(2).padStart(7);
  for (const [what, tally] of [...spent].sort(([, one], [, other]) => price(other) - price(one)))
    console.log(`${each(tally.requests)} requests ${each(tally.writeUnits)} W ${each(tally.readUnits)} R  ${what}`);
  const total = totalOf(spent);
  console.log(
    `${each(total.requests)} requests ${each(total.writeUnits)} W ${each(total.readUnits)} R  in all, per contact`,
  );
  const perSecond = ((contacts / totalMs) * 1000).toFixed(2);
  console.log(`run answered after ${runMs.toFixed(0)} ms; ${perSecond} contacts a second`);
  await receiver?.stop();
} finally {
  await service.stop();
}
process.exit(0);
