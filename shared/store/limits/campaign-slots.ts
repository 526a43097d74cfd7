import { keys, partitions, SLOT_PREFIX } from '#shared/store/keys.ts';
import type { RecordKey } from '#shared/store/table/records.ts';
import {
  absent,
  type CheckOperation,
  equals,
  type PutOperation,
  type RemoveOperation,
  type TableReader,
} from '#shared/store/table/table.ts';

/**
 * One live or claimed call of a campaign. Slots are items, because a counter would leak after a crash. A slot's lease
 * is its call's deadline (`shared/domain/call/deadline.ts`); past it the carrier is asked before the slot is freed.
 */
export interface SlotRecord {
  call_id: string;
  contact_id: string;
  generation: number;
  claimed_at: string;
}

export const slotKey = (campaignId: string, callId: string): RecordKey<SlotRecord> => keys.slot(campaignId, callId);

export const takeSlot = (campaignId: string, slot: SlotRecord): PutOperation => ({
  put: { ...slotKey(campaignId, slot.call_id), ...slot },
  when: [absent('pk')],
});

export const getSlot = (table: TableReader, campaignId: string, callId: string) =>
  table.get<SlotRecord>(slotKey(campaignId, callId));

/** Holds while this claim has the slot. */
export const stillHeld = (campaignId: string, { call_id, generation }: SlotRecord): CheckOperation => ({
  check: slotKey(campaignId, call_id),
  when: [equals('generation', generation)],
});

/** Frees a slot that this claim still holds; a second release fails. */
export const releaseSlot = (campaignId: string, slot: SlotRecord): RemoveOperation => ({
  delete: slotKey(campaignId, slot.call_id),
  when: [equals('generation', slot.generation)],
});

export const readSlots = async (table: TableReader, campaignId: string): Promise<SlotRecord[]> => {
  const read = (partition: string) => table.query<SlotRecord>({ partition, prefix: SLOT_PREFIX });
  return (await Promise.all(partitions.slots(campaignId).map(read))).flat();
};
