import type { CarrierCallIds, Telephony } from '#shared/ports/telephony.ts';
import type { TelnyxRequest } from './client.ts';
import { failureOf, telnyxError } from './failure.ts';

/** A call has few recordings: its own, and one for each time that a recording was started by hand. */
const RECORDINGS_PER_PAGE = 100;

/** By the leg, which is this call's alone; a session may hold the legs of others. */
const filterOf = ({ callLegId, callSessionId, callControlId }: CarrierCallIds) => {
  if (callLegId !== null) return { call_leg_id: callLegId };
  if (callSessionId !== null) return { call_session_id: callSessionId };
  return callControlId === null ? null : { call_control_id: callControlId };
};

/** What Telnyx does not have (any more) is deleted. */
export const unlessGone = async (deletion: Promise<unknown>): Promise<void> => {
  try {
    await deletion;
  } catch (error) {
    if (failureOf(error).status !== 404) throw telnyxError(error);
  }
};

/**
 * Deletes what Telnyx keeps of calls, as far as it has an interface for that: recordings
 * (https://developers.telnyx.com/api-reference/call-recordings/delete-a-call-recording). Its records of numbers, times
 * and prices of calls have none: they end with Telnyx' own retention.
 */
export const keptCopies = (request: TelnyxRequest): Pick<Telephony, 'deleteRecordings' | 'deleteCall'> => {
  const listRecordings = async (filter: object): Promise<string[]> => {
    try {
      const query = { filter, page_size: RECORDINGS_PER_PAGE };
      const { data } = await request((client, limits) => client.recordings.list(query, limits));
      return data.flatMap(({ id }) => (id ? [id] : []));
    } catch (error) {
      throw telnyxError(error);
    }
  };

  const deleteRecordings = async (ids: CarrierCallIds): Promise<void> => {
    const filter = filterOf(ids);
    if (filter === null) return;
    // What is deleted leaves the list, so its first page is read until it is empty.
    for (let known = new Set<string>(); ; ) {
      const listed = (await listRecordings(filter)).filter((id) => !known.has(id));
      if (listed.length === 0) return;
      for (const id of listed) await unlessGone(request((client, limits) => client.recordings.delete(id, limits)));
      known = new Set([...known, ...listed]);
    }
  };

  return { deleteRecordings, deleteCall: async () => undefined };
};
