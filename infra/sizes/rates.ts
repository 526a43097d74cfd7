import { readMeasuredUsage } from '#infra/costs/measured-usage.ts';

/**
 * One answered call of the simulated carrier, and how often each function runs for it where our own engine leads the
 * conversation: `test/engine/call/log-volume.test.ts` holds these to what calls on a laptop show. Interim words, which the
 * simulated carrier does not report, come on top.
 */
export const MEASURED_CALL = {
  seconds: 38,
  runs: {
    receiveCallEvent: 20,
    converse: 22,
    applyCallEvent: 11,
    deliverWebhook: 6,
    placeCall: 1,
    advanceCampaign: 3,
    extractInformation: 3,
    saveRecording: 1,
  },
} as const;

export type Runner = keyof typeof MEASURED_CALL.runs;

/** Seconds that a run takes in AWS: assumed, since nothing was measured there. A conversation's includes the model. */
export const ASSUMED_SECONDS_PER_RUN: Record<Runner, number> = {
  receiveCallEvent: 0.05,
  converse: 0.5,
  applyCallEvent: 0.1,
  deliverWebhook: 0.4,
  placeCall: 0.4,
  advanceCampaign: 0.25,
  extractInformation: 1.5,
  saveRecording: 5,
};

/** What the carrier reports beyond what was measured, with interim words: events of a call in a second, at most. */
export { EVENTS_PER_CALL_AND_SECOND_MAX } from '#infra/aws/size.ts';

/** A second of one live call. */
export const perLiveCallAndSecond = () => {
  const { writeUnits, readUnits } = readMeasuredUsage().answered.withReceiver;
  const { seconds, runs } = MEASURED_CALL;
  return {
    runs: Object.fromEntries(Object.entries(runs).map(([id, times]) => [id, times / seconds])) as Record<
      Runner,
      number
    >,
    writeUnits: writeUnits / seconds,
    readUnits: readUnits / seconds,
    dials: 1 / seconds,
  };
};
