import type { CarrierCallIds, Telephony } from '#shared/ports/telephony.ts';
import { type CarrierRequest, expectSuccess } from './client.ts';

/** The carrier names a call by all its ids at once, so one is enough. */
export const deletions = (request: CarrierRequest): Pick<Telephony, 'deleteRecordings' | 'deleteCall'> => {
  const send = async ({ callControlId }: CarrierCallIds, deletion: string): Promise<void> => {
    if (callControlId === null) return;
    expectSuccess(await request(`/calls/${encodeURIComponent(callControlId)}/deletions/${deletion}`, { body: {} }));
  };
  return {
    deleteRecordings: (call) => send(call, 'recordings'),
    deleteCall: (call) => send(call, 'call'),
  };
};
