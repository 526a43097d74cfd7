import { firstOfEach, portionInTurn } from '#shared/domain/fair-portions.ts';
import { chunked } from '#shared/domain/lists.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { QueueSender } from '#shared/ports/queue-sender.ts';
import { getCalls } from '#shared/store/call/calls.ts';
import { readDueCalls } from '#shared/store/call/single-calls.ts';
import { readDueDeliveries } from '#shared/store/delivery/delivery-lists.ts';
import { readDueNumbers } from '#shared/store/phone-numbers.ts';
import { readDueErasures } from '#shared/store/privacy/erasures.ts';
import { readDueRetentions } from '#shared/store/privacy/retentions.ts';
import { readSchemaVersion, schemaProblem } from '#shared/store/schema-version.ts';
import { hasSweptItems, readActive } from '#shared/store/table/sweep-index.ts';
import type { TableReader } from '#shared/store/table/table.ts';
import { type ResolvePorts, resolveOverdue } from './call/resolve-overdue.ts';
import { settleStandalone } from './call/standalone.ts';

/** A delivery overdue by this has lost its message; until then the queue still has it. */
const DELIVERY_GRACE_MS = 20_000;
/** Overdue deliveries that one run looks at in each shard of the index, the longest overdue first. */
const DELIVERIES_PER_SHARD = 4_000;
/** Of them, what is queued for one account: a receiver that is down for long leaves room for the others. */
const DELIVERIES_PER_SHARD_AND_ACCOUNT = 125;
/** A single call overdue by this has lost its message; until then the queue or schedule still has it. */
const CALL_GRACE_MS = 10_000;
/** Due calls that one run sends from each shard of the index, the longest due first. */
const DUE_CALLS_PER_SHARD = 1_000;
/** Numbers queued per run, the longest overdue first. */
const NUMBERS_PER_SWEEP = 1_000;
/** Campaigns and calls looked at per run; of more, the next run takes the next. */
const CAMPAIGNS_PER_SWEEP = 20_000;
const CALLS_PER_SWEEP = 1_000;
/** Portions sent side by side; one after the other, 20,000 messages take longer than a run may. */
const PARALLEL_PORTIONS = 16;
const PORTION_MESSAGES = 100;

/**
 * The carrier is asked about standalone calls for this long, of the sweep's 60 seconds; the next run asks about the
 * others.
 */
const ASKING_MAX = { calls: 1_000, milliseconds: 20_000 };

/** Erasures queued per run, the longest overdue first. */
const ERASURES_PER_SWEEP = 1_000;

/** Teams queued per run for a look at what they keep, the longest overdue first. */
const RETENTIONS_PER_SWEEP = 4_000;

type SweepPorts = ResolvePorts &
  Needs<'campaignQueue' | 'erasureQueue' | 'retentionQueue' | 'numberQueue' | 'dialQueue' | 'assertKeyFits' | 'clock'>;

const sendAll = async <Message>(queue: QueueSender<Message>, messages: Message[]): Promise<void> => {
  for (const portions of chunked(chunked(messages, PORTION_MESSAGES), PARALLEL_PORTIONS)) {
    await Promise.all(portions.map((portion) => queue.send(portion)));
  }
};

/** Counts the runs, so that each takes up where the one before left off. */
const turnAt = (now: Date): number => Math.floor(now.getTime() / MINUTE_MS);

type Active = ReturnType<typeof readActive>;

const sweepCampaigns = async ({ campaignQueue, clock }: SweepPorts, active: Active): Promise<void> => {
  const { campaignIds } = await active;
  await sendAll(
    campaignQueue,
    portionInTurn(campaignIds, CAMPAIGNS_PER_SWEEP, turnAt(clock())).map((campaign_id) => ({
      campaign_id,
      reason: 'sweep' as const,
    })),
  );
};

const sweepStandaloneCalls = async (ports: SweepPorts, active: Active): Promise<void> => {
  const callIds = portionInTurn((await active).callIds, CALLS_PER_SWEEP, turnAt(ports.clock()));
  if (callIds.length === 0) return;
  const calls = (await getCalls(ports.table, callIds)).filter((call) => call !== undefined);
  await resolveOverdue(ports, calls, ASKING_MAX);
  const after = await getCalls(ports.table, callIds);
  for (const call of after) if (call) await settleStandalone(ports.table, call);
};

/** Sends what is due and was not looked at: its schedule or message was lost, or comes late. */
const sweepDueCalls = async ({ table, dialQueue, clock }: SweepPorts): Promise<void> => {
  const overdueSince = new Date(clock().getTime() - CALL_GRACE_MS);
  await sendAll(dialQueue, await readDueCalls(table, overdueSince, DUE_CALLS_PER_SHARD));
};

const sweepDeliveries = async ({ table, webhookQueue, clock }: SweepPorts): Promise<void> => {
  const overdueSince = new Date(clock().getTime() - DELIVERY_GRACE_MS);
  const shards = await readDueDeliveries(table, overdueSince, DELIVERIES_PER_SHARD);
  await sendAll(
    webhookQueue,
    shards.flatMap((due) => firstOfEach(due, ({ account_id }) => account_id, DELIVERIES_PER_SHARD_AND_ACCOUNT)),
  );
};

const sweepNumbers = async ({ table, numberQueue, clock }: SweepPorts): Promise<void> => {
  const due = await readDueNumbers(table, clock(), NUMBERS_PER_SWEEP);
  await sendAll(
    numberQueue,
    due.map((number_id) => ({ number_id })),
  );
};

const sweepErasures = async ({ table, erasureQueue, clock }: SweepPorts): Promise<void> => {
  const due = await readDueErasures(table, clock(), ERASURES_PER_SWEEP);
  await sendAll(
    erasureQueue,
    due.map((erasure_id) => ({ erasure_id })),
  );
};

const sweepRetentions = async ({ table, retentionQueue, clock }: SweepPorts): Promise<void> => {
  const due = await readDueRetentions(table, clock(), RETENTIONS_PER_SWEEP);
  await sendAll(
    retentionQueue,
    due.map((team_id) => ({ team_id })),
  );
};

/**
 * A table without a version in which nothing is under way may be a new one, which the first account will mark.
 * @throws Error for a table of another release: nothing in it can be trusted to mean what this release takes it to
 * mean.
 */
const refuseOtherSchema = async (table: TableReader): Promise<void> => {
  const found = await readSchemaVersion(table, { mayLag: true });
  if (found === null && !(await hasSweptItems(table))) return;
  const problem = schemaProblem(found);
  if (problem !== null) throw new Error(`${problem} Deploy the release that made it, or give this one another table.`);
};

/**
 * Repairs what a crash, a lost message or a late schedule left behind. Runs every minute; safe to repeat. Each part
 * works whatever becomes of the others.
 * @throws Error of the first part that failed, or for a table of another release, which is left alone. Another key than
 * the table's is a part that fails: no number is found with it, and all that needs none goes on.
 */
export const sweepAll = async (ports: SweepPorts): Promise<void> => {
  await refuseOtherSchema(ports.table);
  const active = readActive(ports.table);
  const parts = await Promise.allSettled([
    ports.assertKeyFits(),
    sweepDeliveries(ports),
    sweepNumbers(ports),
    sweepErasures(ports),
    sweepRetentions(ports),
    sweepStandaloneCalls(ports, active),
    sweepDueCalls(ports),
    sweepCampaigns(ports, active),
  ]);
  const failed = parts.find((part) => part.status === 'rejected');
  if (failed) throw failed.reason;
};
