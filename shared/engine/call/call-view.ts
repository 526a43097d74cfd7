import type { Needs } from '#shared/ports/capabilities.ts';
import type { RecordingLinks } from '#shared/ports/recordings.ts';
import type { Call, CallRow } from '#shared/schemas/call.ts';
import { type ListedCallRecord, toCallRow } from '#shared/store/call/call-lists.ts';
import { withWordsSoFar } from '#shared/store/call/call-words.ts';
import { type CallRecord, toCall } from '#shared/store/call/calls.ts';
import type { TableReader } from '#shared/store/table/table.ts';

/** Links to our own copy only; the carrier's link expires within minutes and stays private. */
const recordingLink = async (links: RecordingLinks, { recording_key }: Pick<CallRecord, 'recording_key'>) => ({
  recording_url: recording_key === null ? null : await links.linkTo(recording_key),
});

export const callRow = async (links: RecordingLinks, call: ListedCallRecord): Promise<CallRow> => ({
  ...toCallRow(call),
  ...(await recordingLink(links, call)),
});

/** A call as its team sees it; until it is concluded, with the words so far. */
export const callView = async (
  { table, recordingLinks }: { table: TableReader } & Needs<'recordingLinks'>,
  call: CallRecord,
): Promise<Call> => ({
  ...toCall(await withWordsSoFar(table, call)),
  ...(await recordingLink(recordingLinks, call)),
});

/** A call that is cancelled or being hung up: its recording, if there will be one, comes with its end. */
export const unendedCallView = async (table: TableReader, call: CallRecord): Promise<Call> => ({
  ...toCall(await withWordsSoFar(table, call)),
  recording_url: null,
});
