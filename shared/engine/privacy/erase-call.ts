import { otherParty } from '#shared/domain/call/other-party.ts';
import { recordingKeysOf } from '#shared/domain/call/recordings.ts';
import { isKnownToCarrier, NO_CARRIER_IDS, withoutPerson } from '#shared/domain/privacy/erased-call.ts';
import { cancellingSingle, isOpen } from '#shared/engine/call/single/cancel-single.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import { eraseCallRecord } from '#shared/store/call/call-changes.ts';
import { deleteBeside, deleteDeliveries } from '#shared/store/call/call-leftovers.ts';
import { noteCarrierErased } from '#shared/store/call/call-notes.ts';
import { type CallRecord, getCall, isOver } from '#shared/store/call/calls.ts';
import { isSingle } from '#shared/store/call/single-calls.ts';
import { getCalleeLock } from '#shared/store/limits/callee-locks.ts';
import type { ErasureRecord } from '#shared/store/privacy/erasures.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';
import { closeFormer } from './close-former.ts';

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

const forgetCarrierIds = ({ table, clock }: EraseCallPorts, callId: string): Promise<void> =>
  retryingLostRaces(table, async () => {
    const call = await getCall(table, callId);
    if (call && isKnownToCarrier(call)) await table.write(eraseCallRecord(call, NO_CARRIER_IDS, clock()).operation);
  });

/** When the carrier is asked to delete what it keeps. */
export interface CarrierLook {
  /** What was deleted since then is not asked for again. ISO 8601. */
  since: string;
  /** A recording may come to the carrier after the call, so the carrier's ids go only with the last look. */
  isLastLook: boolean;
}

/** Whether the carrier has still to delete what it keeps of an erased call. */
export const isLeftAtCarrier = (call: CallRecord, { since, isLastLook }: CarrierLook): boolean =>
  isKnownToCarrier(call) && (isLastLook || call.carrier_erased_at === null || call.carrier_erased_at < since);

/** Deletes what the carrier keeps and lets us delete. @throws Error when it cannot be reached; its ids stay until it can. */
export const eraseAtCarrier = async (ports: EraseCallPorts, call: CallRecord, look: CarrierLook): Promise<void> => {
  const { telephony, table, clock } = ports;
  const { call_control_id: callControlId, call_leg_id: callLegId, call_session_id: callSessionId } = call;
  const ids = { callControlId, callLegId, callSessionId };
  await telephony.deleteRecordings(ids);
  if (call.conversation_id !== null) await telephony.conversations?.delete(call.conversation_id);
  await telephony.deleteCall(ids);
  if (look.isLastLook) await forgetCarrierIds(ports, call.id);
  else await table.write(noteCarrierErased(call.id, clock()));
};

/** Whose calls are erased, and since when. */
export type ErasureOf = Pick<ErasureRecord, 'team_id' | 'contact_id' | 'requested_at'>;

/** Of the calls with a number that are of no contact, those that came after the request are somebody's new ones. */
const isOfThePerson = (call: CallRecord, requestedAt: string): boolean =>
  call.contact_id !== null || call.created_at <= requestedAt;

/**
 * Takes all that tells of a person from a call that is over, in the table and in the bucket; a single call that waits is
 * cancelled. A number of the contact's call that nobody has by now is closed. Safe to repeat, and after a crash to be repeated. Answers the erased call, `live` while it goes on, and
 * undefined if there is nothing to erase.
 */
export const eraseCall = async (
  ports: EraseCallPorts,
  callId: string,
  erasure: ErasureOf,
): Promise<CallRecord | 'live' | undefined> => {
  const { requested_at } = erasure;
  const found = await getCall(ports.table, callId);
  if (!found || !isOfThePerson(found, requested_at)) return undefined;
  const phone = otherParty(found);
  if (found.contact_id !== null && phone !== '') await closeFormer(ports, erasure, phone);
  const call = await eraseRecord(ports, found, ports.clock());
  if (!call) return 'live';
  await Promise.all([deleteBeside(ports.table, callId), deleteDeliveries(ports.table, callId)]);
  await Promise.all(recordingKeysOf(call).map((key) => ports.recordingRemover.remove(key)));
  return call;
};
