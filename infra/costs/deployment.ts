import { OWN_METRICS } from '#infra/aws/own-metrics.ts';
import { streams, workers } from '#infra/catalog.ts';
import { QUEUE_NAMES, QUEUES } from '#shared/schemas/messages.ts';

/** Lambda keeps so many long polls open for each queue, whatever happens; it offers no fewer. */
export const POLLERS_PER_QUEUE = 5;
export const POLL_SECONDS = 20;
/** Each queue has one for its dead letters and one for its oldest message. */
const ALARMS_PER_QUEUE = 2;
/** Errors and silence of each timed worker; errors and refused runs of each stream. */
const ALARMS_PER_TIMED_WORKER = 2;
const ALARMS_PER_STREAM = 2;
/** Watched for the whole deployment; some alarms watch several. */
export const METRICS_OF_SERVICE_ALARMS = 15;
/** Made by the stack: webhook signing, model endpoint. */
const OWN_SECRETS = 2;
/** The carrier's key and one language model's. */
const GIVEN_SECRETS = 2;

/** What is there, and paid for, though nobody calls. */
export interface Deployment {
  standardQueues: number;
  fifoQueues: number;
  /** Metrics that alarms watch. */
  alarms: number;
  /** Of our own; those of AWS' services cost nothing. */
  metrics: number;
  secrets: number;
  /** A month's runs of workers that a clock starts. */
  timedRunsPerHour: number;
}

const MINUTES_PER_HOUR = 60;

export const deployment = (): Deployment => {
  const timed = workers.flatMap(({ source }) => ('everyMinutes' in source ? [source.everyMinutes] : []));
  const fifoQueues = QUEUE_NAMES.filter((name) => QUEUES[name].fifo).length;
  return {
    standardQueues: QUEUE_NAMES.length - fifoQueues,
    fifoQueues,
    alarms:
      ALARMS_PER_QUEUE * QUEUE_NAMES.length +
      ALARMS_PER_TIMED_WORKER * timed.length +
      ALARMS_PER_STREAM * streams.length +
      METRICS_OF_SERVICE_ALARMS,
    metrics: OWN_METRICS.length,
    secrets: OWN_SECRETS + GIVEN_SECRETS,
    timedRunsPerHour: timed.reduce((runs, everyMinutes) => runs + MINUTES_PER_HOUR / everyMinutes, 0),
  };
};
