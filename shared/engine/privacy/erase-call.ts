import { otherParty } from '#shared/domain/call/other-party.ts';
import { recordingKeysOf } from '#shared/domain/call/recordings.ts';
import { NO_CARRIER_IDS, withoutPerson } from '#shared/domain/privacy/erased-call.ts';
import { cancellingSingle, isOpen } from '#shared/engine/call/single/cancel-single.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { eraseCallRecord } from '#shared/store/call/call-changes.ts';
import { deleteBeside, deleteDeliveries } from '#shared/store/call/call-leftovers.ts';
import { type CallRecord, getCall, isOver } from '#shared/store/call/calls.ts';
import { isSingle } from '#shared/store/call/single-calls.ts';
import { getCalleeLock } from '#shared/store/limits/callee-locks.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';

export type EraseCallPorts = Needs<'table' | 'telephony' | 'recordingRemover' | 'clock'>;

/** Whether somebody has still to free the number that the call has taken, by which the line is found. */
const holdsLine = async ({ table }: EraseCallPorts, call: CallRecord): Promise<boolean> => {
  const phone = otherParty(call);
  const lock = phone === '' ? undefined : await getCalleeLock(table, call.team_id, phone);
  if (call.direction === 'inbound') return lock?.inbound_call_id === call.id;
  return lock?.live_call_id === call.id && lock.live_generation === call.generation;
};

/** Erases the record: a single call that waits is cancelled with it. Undefined while the call goes on. */
const eraseRecord = (ports: EraseCallPorts, call: CallRecord, now: Date): Promise<CallRecord | undefined> =>
  retryingLostRaces(ports.table, async (tries) => {
    const { table } = ports;
    const before = tries === 1 ? call : await getCall(table, call.id);
    if (!before || (before.erased_at !== null && isOver(before))) return before;
    const erased = { ...withoutPerson(before), erased_at: now.toISOString() };
    if (isSingle(before) && isOpen(before)) {
      const { after, operations } = await cancellingSingle(table, before, now, erased);
      await table.transact(operations);
      return after;
    }
    if (!isOver(before) || (await holdsLine(ports, before))) return undefined;
    const { operation, after } = eraseCallRecord(before, erased, now);
    await table.write(operation);
    return after;
  });

const CARRIER_ID_FIELDS = Object.keys(NO_CARRIER_IDS) as (keyof typeof NO_CARRIER_IDS)[];

const isKnownToCarrier = (call: CallRecord): boolean => CARRIER_ID_FIELDS.some((field) => call[field] !== null);

/** What the carrier keeps and lets us delete. @throws Error when it cannot be reached; its ids stay until it can. */
const eraseAtCarrier = async ({ telephony }: EraseCallPorts, call: CallRecord): Promise<void> => {
  const { call_control_id: callControlId, call_leg_id: callLegId, call_session_id: callSessionId } = call;
  const ids = { callControlId, callLegId, callSessionId };
  await telephony.deleteRecordings(ids);
  if (call.conversation_id !== null) await telephony.conversations?.delete(call.conversation_id);
  await telephony.deleteCall(ids);
};

const forgetCarrierIds = ({ table, clock }: EraseCallPorts, callId: string): Promise<void> =>
  retryingLostRaces(table, async () => {
    const call = await getCall(table, callId);
    if (call && isKnownToCarrier(call)) await table.write(eraseCallRecord(call, NO_CARRIER_IDS, clock()).operation);
  });

/**
 * Takes all that tells of a person from a call that is over; a single call that waits is cancelled. Ours goes first, then
 * what the carrier keeps. A recording may come to the carrier after the call, so the carrier's ids go only with the last
 * look. Safe to repeat, and after a crash to be repeated. False while the call goes on.
 * @throws Error when the carrier or the bucket cannot be reached.
 */
export const eraseCall = async (
  ports: EraseCallPorts,
  callId: string,
  { isLastLook }: { isLastLook: boolean },
): Promise<boolean> => {
  const found = await getCall(ports.table, callId);
  if (!found) return true;
  const call = await eraseRecord(ports, found, ports.clock());
  if (!call) return false;
  await Promise.all([deleteBeside(ports.table, callId), deleteDeliveries(ports.table, callId)]);
  await Promise.all(recordingKeysOf(call).map((key) => ports.recordingRemover.remove(key)));
  if (!isKnownToCarrier(call)) return true;
  await eraseAtCarrier(ports, call);
  if (isLastLook) await forgetCarrierIds(ports, callId);
  return true;
};
