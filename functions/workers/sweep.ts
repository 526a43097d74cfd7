import { releaseCaller } from '#shared/engine/call/receive-inbound.ts';
import { type ResolvePorts, resolveOverdue } from '#shared/engine/call/resolve-overdue.ts';
import { type AnnouncePorts, sendDeliveries } from '#shared/engine/webhook/announce.ts';
import type { QueueSender } from '#shared/ports/queue-sender.ts';
import { defineTimedWorker } from '#shared/runtime/define/worker.ts';
import type { NumberMessage } from '#shared/schemas/messages.ts';
import { getCalls } from '#shared/store/calls.ts';
import { readDueDeliveries } from '#shared/store/deliveries.ts';
import { activePartitions } from '#shared/store/keys.ts';
import { readDueNumbers } from '#shared/store/phone-numbers.ts';
import type { TableReader } from '#shared/store/table/table.ts';

const CAMPAIGN_PREFIX = 'camp_';
const CALL_PREFIX = 'call_';
/** A delivery that is overdue by this has lost its message; before that the queue has it. */
const DELIVERY_GRACE_MS = 20_000;
/** Deliveries taken up per run and index shard; after a long outage the rest has its turn a minute later. */
const DELIVERIES_PER_SHARD = 1_000;
/** Numbers sent for per run, those that are due the longest. */
const NUMBERS_PER_SWEEP = 1_000;

const readActive = async (table: TableReader): Promise<string[]> => {
  const shards = await Promise.all(
    activePartitions.map((partition) => table.query<{ active_sk: string }>({ index: 'active', partition })),
  );
  return shards.flat().map(({ active_sk }) => active_sk);
};

interface NumberPorts {
  table: TableReader;
  numberQueue: QueueSender<NumberMessage>;
  clock(): Date;
}

type CallPorts = ResolvePorts & { clock(): Date };

const sweepLooseCalls = async (ports: CallPorts, callIds: string[]): Promise<void> => {
  const standalone = (await getCalls(ports.table, callIds)).filter((call) => call !== undefined);
  await resolveOverdue(ports, standalone, ports.clock());
  const after = await getCalls(ports.table, callIds);
  for (const call of after) if (call) await releaseCaller(ports.table, call);
};

const sweepDeliveries = async (ports: AnnouncePorts & { clock(): Date }): Promise<void> => {
  const overdueSince = new Date(ports.clock().getTime() - DELIVERY_GRACE_MS);
  await sendDeliveries(ports, await readDueDeliveries(ports.table, overdueSince, DELIVERIES_PER_SHARD));
};

const sweepNumbers = async ({ table, numberQueue, clock }: NumberPorts): Promise<void> => {
  const due = await readDueNumbers(table, clock(), NUMBERS_PER_SWEEP);
  await numberQueue.send(due.map((number_id) => ({ number_id })));
};

export const sweep = defineTimedWorker({
  summary:
    'Look after what a crash left behind: every active campaign, overdue calls that belong to none, events not ' +
    'delivered, numbers half bought or half released',
  everyMinutes: 1,
  timeoutSeconds: 60,
  uses: [
    'table:write',
    'campaignQueue:send',
    'webhookQueue:send',
    'endedCallQueue:send',
    'numberQueue:send',
    'telephony',
  ],
  async run(ports) {
    const ids = await readActive(ports.table);
    const campaigns = ids.filter((id) => id.startsWith(CAMPAIGN_PREFIX));
    await ports.campaignQueue.send(campaigns.map((campaign_id) => ({ campaign_id, reason: 'sweep' as const })));
    await sweepDeliveries(ports);
    await sweepNumbers(ports);
    await sweepLooseCalls(
      ports,
      ids.filter((id) => id.startsWith(CALL_PREFIX)),
    );
  },
});

export const { handler } = sweep;
