import {
  isCarriersRecording,
  recordingExtension,
  recordingKeyOf,
  recordingKeysOf,
} from '#shared/domain/call/recordings.ts';
import { subjectOf } from '#shared/domain/call/subject.ts';
import type { Needs } from '#shared/ports/capabilities.ts';
import type { FetchedRecording } from '#shared/ports/recordings.ts';
import { noteRecording } from '#shared/store/call/call-notes.ts';
import { type CallRecord, getCall } from '#shared/store/call/calls.ts';
import { succeeded } from '#shared/store/table/conditional-write.ts';

type RecordingPorts = Needs<'table' | 'recordings' | 'recordingRemover' | 'fetchRecording' | 'recordingHosts' | 'log'>;

/** Hours of audio, and well below the limit of one upload request. */
const RECORDING_MAX_BYTES = 1024 ** 3;

/** @throws Error when it is empty, as it may be right after the call, or larger than `RECORDING_MAX_BYTES`. */
const checked = (recording: FetchedRecording): FetchedRecording => {
  const { body, bytes } = recording;
  if (bytes > 0 && bytes <= RECORDING_MAX_BYTES) return recording;
  body.destroy();
  throw new Error(`The recording has ${bytes} bytes; expected 1 to ${RECORDING_MAX_BYTES}.`);
};

/** Browsers open the link, so the content type is ours and not the carrier's. */
const audioTypeOf = (key: string): string => (key.endsWith('.mp3') ? 'audio/mpeg' : 'audio/wav');

const isClosed = ({ erased_at, recording_deleted_at }: CallRecord): boolean =>
  erased_at !== null || recording_deleted_at !== null;

/** An earlier try may have died between its copy and its note. */
const removeCopies = async ({ recordingRemover }: RecordingPorts, call: CallRecord): Promise<void> => {
  await Promise.all(recordingKeysOf(call).map((key) => recordingRemover.remove(key)));
};

/**
 * Copies a call's recording before the carrier's link expires. Repeating it writes the same object, or nothing once the
 * call has its key. A link to a host that is not the carrier's is not followed.
 */
export const saveRecording = async (ports: RecordingPorts, callId: string): Promise<void> => {
  const call = await getCall(ports.table, callId);
  if (call) ports.log.about(subjectOf(call));
  if (call && isClosed(call)) return removeCopies(ports, call);
  if (!call?.recording_url || call.recording_key !== null) return;
  if (!isCarriersRecording(call.recording_url, ports.recordingHosts)) {
    ports.log.warn("Ignored a recording link that is not on one of the carrier's hosts.", { call_id: callId });
    return;
  }
  const extension = recordingExtension(call.recording_url);
  const key = recordingKeyOf(call, extension);
  const recording = checked(await ports.fetchRecording(call.recording_url));
  await ports.recordings.save(key, { ...recording, contentType: audioTypeOf(key) });
  // It may have ended meanwhile, or its person have been erased.
  if (!(await succeeded(ports.table.write(noteRecording(call, extension))))) await ports.recordingRemover.remove(key);
};
