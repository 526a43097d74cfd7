import { isCarriersRecording, recordingKey } from '#shared/domain/call/recordings.ts';
import type { Log } from '#shared/ports/log.ts';
import type { FetchedRecording, FetchRecording, RecordingWriter } from '#shared/ports/recordings.ts';
import { getCall, noteRecording } from '#shared/store/calls.ts';
import type { TableWriter } from '#shared/store/table/table.ts';

export interface RecordingPorts {
  table: TableWriter;
  recordings: RecordingWriter;
  fetchRecording: FetchRecording;
  /** Where the carrier keeps recordings. */
  recordingHosts: readonly string[];
  log: Log;
}

/** Hours of sound, well below what one request may store. */
const RECORDING_MAX_BYTES = 1024 ** 3;

/** @throws Error when it is empty, which it may be for a moment after the call, or out of all proportion. */
const checked = (recording: FetchedRecording): FetchedRecording => {
  const { body, bytes } = recording;
  if (bytes > 0 && bytes <= RECORDING_MAX_BYTES) return recording;
  body.destroy();
  throw new Error(`The carrier handed over a recording of ${bytes} bytes.`);
};

/** Links are opened by browsers, so it is sound whatever the carrier calls it. */
const soundTypeOf = (key: string): string => (key.endsWith('.mp3') ? 'audio/mpeg' : 'audio/wav');

/**
 * Copies a call's recording before the carrier's link expires. Repeating it writes the same object again; once the call
 * bears its key it does nothing. A link that leads elsewhere than to the carrier is not followed.
 */
export const saveRecording = async (ports: RecordingPorts, callId: string): Promise<void> => {
  const call = await getCall(ports.table, callId);
  if (!call?.recording_url || call.recording_key !== null) return;
  if (!isCarriersRecording(call.recording_url, ports.recordingHosts)) {
    ports.log.warn('A recording is not where the carrier keeps its recordings; it is left there.', { call_id: callId });
    return;
  }
  const key = recordingKey(call, call.recording_url);
  const recording = checked(await ports.fetchRecording(call.recording_url));
  await ports.recordings.save(key, { ...recording, contentType: soundTypeOf(key) });
  await ports.table.write(noteRecording(callId, key));
};
