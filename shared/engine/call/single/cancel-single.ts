import { released } from '#shared/engine/call/dialling/release-claim.ts';
import { holdKeysOf } from '#shared/engine/call/holds.ts';
import { announcing } from '#shared/engine/webhook/announce.ts';
import type { CallRecord } from '#shared/store/call/calls.ts';
import { endWaitNote } from '#shared/store/call/single-calls.ts';
import type { DeliveryReference } from '#shared/store/delivery/deliveries.ts';
import { readTogether } from '#shared/store/table/records.ts';
import type { TableReader, WriteOperation } from '#shared/store/table/table.ts';
import { undoClaim } from './release-call.ts';

/** What cancels a call, for one transaction, and what to queue after it. */
interface Cancelling {
  after: CallRecord;
  operations: WriteOperation[];
  references: DeliveryReference[];
}

/** Whether a single call waits or is claimed, and is not being dialled. */
export const isOpen = (call: CallRecord | undefined): call is CallRecord =>
  call?.status === 'scheduled' || call?.status === 'queued';

/** A single call that is open gives back all that it holds, in the transaction that cancels it and changes what is `beside`. */
export const cancellingSingle = async (
  table: TableReader,
  call: CallRecord,
  now: Date,
  beside: Partial<CallRecord> = {},
): Promise<Cancelling> => {
  // What only waits holds nothing.
  const holds = call.status === 'queued' ? await readTogether(table, holdKeysOf(call)) : undefined;
  const changes = { ...released('cancelled'), ended_at: now.toISOString(), due_at: null, day_dial: null, ...beside };
  const single = { holdsNothing: true };
  const { change, after, outbox, references } = await announcing(table, { before: call, changes, now, single });
  const returns = holds ? undoClaim(call, holds) : [];
  return { after, operations: [change, ...outbox, ...returns, endWaitNote(call)], references };
};
