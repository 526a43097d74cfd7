import type { EndRecordingPorts } from './end-recording.ts';
import type { EndWordsPorts } from './end-words.ts';

/** After so many failures the carrier is left alone for the rest of a run. */
const FAILURES_MAX = 3;

/** As far as it keeps copies of its own. */
export type CarrierOfCopies = EndWordsPorts['telephony'] & EndRecordingPorts['telephony'];

export interface PatientCarrier {
  telephony: CarrierOfCopies;
  hasGivenUp(): boolean;
}

/** The carrier for one run of many calls: once it has failed often it is asked no more, so that ours need not wait for it. */
export const patientCarrier = ({ deleteRecordings, conversations }: CarrierOfCopies): PatientCarrier => {
  let failures = 0;
  const hasGivenUp = () => failures >= FAILURES_MAX;
  const patiently =
    <Asked>(ask: (asked: Asked) => Promise<void>) =>
    async (asked: Asked): Promise<void> => {
      if (hasGivenUp()) throw new Error('The carrier has failed again and again; it is asked later.');
      try {
        await ask(asked);
      } catch (error) {
        failures += 1;
        throw error;
      }
    };
  return {
    hasGivenUp,
    telephony: {
      deleteRecordings: patiently(deleteRecordings),
      ...(conversations && {
        conversations: {
          delete: patiently((id: string) => conversations.delete(id)),
          deleteOfCall: patiently((callControlId: string) => conversations.deleteOfCall(callControlId)),
        },
      }),
    },
  };
};
