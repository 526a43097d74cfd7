import type { Needs } from '#shared/ports/capabilities.ts';
import type { RecordingLinks } from '#shared/ports/recordings.ts';
import type { Call } from '#shared/schemas/call.ts';
import { type CallRecord, isAnswered, toCall } from '#shared/store/call/calls.ts';
import { getConversation } from '#shared/store/conversations.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** Links to our own copy only; the carrier's link expires within minutes and stays private. */
export const withRecordingLink = async (links: RecordingLinks, call: CallRecord): Promise<Call> => ({
  ...toCall(call),
  recording_url: call.recording_key === null ? null : await links.linkTo(call.recording_key),
});

/** A call as its team sees it; until it is concluded, with the words so far. */
export const callView = async (
  { table, recordingLinks }: { table: TableReader } & Needs<'recordingLinks'>,
  call: CallRecord,
): Promise<Call> => {
  const view = await withRecordingLink(recordingLinks, call);
  if (call.concluded_at !== null || !isAnswered(call)) return view;
  const { turns } = (await getConversation(table, call.id)).state;
  // A conclusion under way may already have stored a longer transcript from the carrier.
  return turns.length > view.transcript.length ? { ...view, transcript: turns } : view;
};
