import type { CarrierCallIds, Telephony } from '#shared/ports/telephony.ts';
import type { TelnyxRequest } from './client.ts';
import { deleteConversationsOf } from './conversation/kept-conversations.ts';
import { deleteKept } from './delete-kept.ts';
import { listedIds } from './kept-lists.ts';

/** Transcriptions go first: without their recording nothing leads to them. */
const deleteRecording = async (request: TelnyxRequest, id: string): Promise<void> => {
  const transcribed = { path: '/recording_transcriptions', field: 'recording_id', value: id } as const;
  for (const transcription of await listedIds(request, transcribed)) {
    await deleteKept(request, 'recording_transcriptions', transcription);
  }
  await deleteKept(request, 'recordings', id);
};

/** What a call's recordings are found by. */
const namesOf = ({ callControlId, callLegId, callSessionId }: CarrierCallIds) => {
  const names = [
    { field: 'call_leg_id', value: callLegId },
    { field: 'call_session_id', value: callSessionId },
  ] as const;
  const known = names.flatMap(({ field, value }) => (value === null ? [] : [{ field, value }]));
  if (known.length > 0 || callControlId === null) return known;
  return [{ field: 'call_control_id', value: callControlId } as const];
};

/**
 * Call events, detail records and webhook deliveries have no interface that deletes them.
 * https://developers.telnyx.com/api-reference/call-recordings/delete-a-call-recording
 */
export const deletions = (request: TelnyxRequest): Pick<Telephony, 'deleteRecordings' | 'deleteCall'> => ({
  deleteRecordings: async (call) => {
    const ids = new Set<string>();
    for (const name of namesOf(call)) {
      for (const id of await listedIds(request, { path: '/recordings', ...name })) ids.add(id);
    }
    for (const id of ids) await deleteRecording(request, id);
  },

  // Conversations whose id never reached us, too.
  deleteCall: async ({ callControlId }) => {
    if (callControlId !== null) await deleteConversationsOf(request, callControlId);
  },
});
