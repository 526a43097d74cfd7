import type { CarrierCallIds, Telephony } from '#shared/ports/telephony.ts';
import { type CarrierRequest, expectSuccess } from './client.ts';

/** Deletes what the simulated carrier keeps of a call. A call that it does not know has nothing. */
export const keptCopies = (request: CarrierRequest): Pick<Telephony, 'deleteRecordings' | 'deleteCall'> => {
  const deleting =
    (what: string) =>
    async ({ callControlId }: CarrierCallIds): Promise<void> => {
      if (callControlId === null) return;
      const answer = await request(`/calls/${encodeURIComponent(callControlId)}/${what}`, { body: {} });
      if (answer.status !== 404) expectSuccess(answer);
    };
  return { deleteRecordings: deleting('delete-recordings'), deleteCall: deleting('delete') };
};
