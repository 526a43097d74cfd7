import { hangUpRefused } from '#shared/engine/call/hang-up-refused.ts';
import { changeAndTell } from '#shared/engine/call/tell.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { type CallRecord, changeCall, getCall } from '#shared/store/call/calls.ts';
import { retryingLostRaces, writeChange } from '#shared/store/table/conditional-write.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

/** The call as an event has shown it to be placed, with the refusal noted; undefined if its claim is no longer this. */
const notePlaced = (
  table: TableWriter,
  { id, generation }: CallRecord,
  refusal: CallRecord['refusal'],
): Promise<CallRecord | undefined> =>
  retryingLostRaces(table, async () => {
    const call = await getCall(table, id);
    if (!call || call.generation !== generation) return undefined;
    return writeChange(table, changeCall(call, { refusal }));
  });

/**
 * Notes what follows from the carrier's refusal of a dial. An event that was faster proves that the carrier placed the
 * call all the same: it is hung up, for its attempt counts, and the refusal is kept for the campaign's settlement.
 */
export const noteRefusal = async (
  ports: Needs<'table' | 'telephony' | 'campaignQueue' | 'log'>,
  call: CallRecord,
  refusal: NonNullable<CallRecord['refusal']>,
  changes: Partial<CallRecord>,
): Promise<void> => {
  if (await changeAndTell(ports, call, { ...changes, refusal, error: refusal.reason })) return;
  const placed = await notePlaced(ports.table, call, refusal);
  if (!placed || placed.status === 'ended' || placed.call_control_id === null) return;
  await hangUpRefused(ports, placed, { call_control_id: placed.call_control_id, generation: placed.generation });
};
