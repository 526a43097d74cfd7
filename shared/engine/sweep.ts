import type { Needs } from '#shared/ports/capabilities.ts';
import { getCalls } from '#shared/store/calls.ts';
import { readDueDeliveries } from '#shared/store/deliveries.ts';
import { readDueNumbers } from '#shared/store/phone-numbers.ts';
import { readActive } from '#shared/store/table/sweep-index.ts';
import { releaseCaller } from './call/receive-inbound.ts';
import { type ResolvePorts, resolveOverdue } from './call/resolve-overdue.ts';
import { sendDeliveries } from './webhook/announce.ts';

/** A delivery overdue by this has lost its message; until then the queue still has it. */
const DELIVERY_GRACE_MS = 20_000;
/** Deliveries queued per run and index shard; the next run takes the rest. */
const DELIVERIES_PER_SHARD = 1_000;
/** Numbers queued per run, the longest overdue first. */
const NUMBERS_PER_SWEEP = 1_000;

/** The carrier is asked about standalone calls for this long, of the sweep's 60 seconds; the next run asks about the others. */
const ASKING_MAX = { calls: 1_000, milliseconds: 20_000 };

type SweepPorts = ResolvePorts & Needs<'campaignQueue' | 'numberQueue' | 'clock'>;

const sweepStandaloneCalls = async (ports: SweepPorts, callIds: string[]): Promise<void> => {
  const calls = (await getCalls(ports.table, callIds)).filter((call) => call !== undefined);
  await resolveOverdue(ports, calls, ASKING_MAX);
  const after = await getCalls(ports.table, callIds);
  for (const call of after) if (call) await releaseCaller(ports.table, call);
};

const sweepDeliveries = async (ports: SweepPorts): Promise<void> => {
  const overdueSince = new Date(ports.clock().getTime() - DELIVERY_GRACE_MS);
  await sendDeliveries(ports, await readDueDeliveries(ports.table, overdueSince, DELIVERIES_PER_SHARD));
};

const sweepNumbers = async ({ table, numberQueue, clock }: SweepPorts): Promise<void> => {
  const due = await readDueNumbers(table, clock(), NUMBERS_PER_SWEEP);
  await numberQueue.send(due.map((number_id) => ({ number_id })));
};

/** Repairs what a crash, a lost message or a late schedule left behind. Runs every minute; safe to repeat. */
export const sweepAll = async (ports: SweepPorts): Promise<void> => {
  const { campaignIds, callIds } = await readActive(ports.table);
  await ports.campaignQueue.send(campaignIds.map((campaign_id) => ({ campaign_id, reason: 'sweep' })));
  await sweepDeliveries(ports);
  await sweepNumbers(ports);
  await sweepStandaloneCalls(ports, callIds);
};
