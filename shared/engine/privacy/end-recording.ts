import { mayHaveBeenAnswered } from '#shared/domain/call/lifecycle.ts';
import { recordingKeysOf } from '#shared/domain/call/recordings.ts';
import { WITHOUT_RECORDING } from '#shared/domain/privacy/ended-parts.ts';
import { isKnownToCarrier } from '#shared/domain/privacy/erased-call.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { Telephony } from '#shared/ports/telephony.ts';
import { changeCall } from '#shared/store/call/call-changes.ts';
import { deleteDeliveries } from '#shared/store/call/call-leftovers.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { retryingLostRaces } from '#shared/store/table/conditional-write.ts';

export type EndRecordingPorts = Needs<'table' | 'recordingRemover' | 'clock'> & {
  telephony: Pick<Telephony, 'deleteRecordings'>;
};

const SAVED = 'call.recording.saved';

/** A copy may lie in the bucket, or with the carrier, though the call does not tell of it (yet): what told of it may be lost. */
const mayHaveRecording = (call: CallRecord): boolean =>
  call.recording_key !== null ||
  call.recording_url !== null ||
  call.events[SAVED] !== undefined ||
  (call.recording_enabled && mayHaveBeenAnswered({ ...call, isKnownToCarrier: isKnownToCarrier(call) }));

/** From here on nobody notes a recording of the call. */
const closeRecording = ({ table, clock }: EndRecordingPorts, seen: CallRecord): Promise<void> =>
  retryingLostRaces(table, async (tries) => {
    const call = tries === 1 ? seen : await getCall(table, seen.id);
    if (!call || call.recording_deleted_at !== null) return;
    const changes = { ...WITHOUT_RECORDING, recording_deleted_at: clock().toISOString() };
    await table.write(changeCall(call, changes).operation);
  });

/**
 * Ends the recording of a call that is over: ours first, then the carrier's. The call is closed first, so that whoever is
 * late notes none; the objects follow from the call's id. Safe to repeat, and after a crash to be repeated.
 * @throws Error when the bucket or the carrier cannot be reached; what comes before it is gone by then.
 */
export const endRecording = async (ports: EndRecordingPorts, call: CallRecord): Promise<void> => {
  const { table, recordingRemover, telephony } = ports;
  if (call.erased_at !== null || (call.recording_deleted_at === null && !mayHaveRecording(call))) return;
  await closeRecording(ports, call);
  await Promise.all([
    ...recordingKeysOf(call).map((key) => recordingRemover.remove(key)),
    deleteDeliveries(table, call.id, [SAVED]),
  ]);
  const { call_control_id: callControlId, call_leg_id: callLegId, call_session_id: callSessionId } = call;
  if (callControlId === null && callLegId === null && callSessionId === null) return;
  await telephony.deleteRecordings({ callControlId, callLegId, callSessionId });
};
