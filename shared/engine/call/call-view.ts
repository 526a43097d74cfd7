import type { RecordingLinks } from '#shared/ports/recordings.ts';
import type { Call } from '#shared/schemas/call.ts';
import { type CallRecord, isAnswered, toCall } from '#shared/store/calls.ts';
import { getConversation } from '#shared/store/conversations.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** The carrier's own link is never shown: it is gone after minutes, and it is nobody's business but the carrier's. */
export const withRecordingLink = async (links: RecordingLinks, call: CallRecord): Promise<Call> => ({
  ...toCall(call),
  recording_url: call.recording_key === null ? null : await links.linkTo(call.recording_key),
});

/** A call as its team sees it; while it is on, with what was said so far. */
export const callView = async (
  { table, recordingLinks }: { table: TableReader; recordingLinks: RecordingLinks },
  call: CallRecord,
): Promise<Call> => {
  const view = await withRecordingLink(recordingLinks, call);
  if (call.concluded_at !== null || !isAnswered(call)) return view;
  const { turns } = (await getConversation(table, call.id)).state;
  // A conclusion that is not through yet may have read more of it at the carrier.
  return turns.length > view.transcript.length ? { ...view, transcript: turns } : view;
};
