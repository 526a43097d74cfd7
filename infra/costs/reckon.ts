import { type Deployment, POLL_SECONDS, POLLERS_PER_QUEUE } from './deployment.ts';
import type { IdleUsage, MeasuredUsage, Usage } from './measured-usage.ts';
import { AWS_PRICES_USD as PRICE } from './prices.ts';

/** US dollars by what they are paid for. */
export type Bill = Record<string, number>;

const HOURS_PER_MONTH = 730;
const SECONDS_PER_HOUR = 3_600;
const BYTES_PER_GB = 1e9;
const MS_PER_SECOND = 1_000;

export const POLLS_PER_QUEUE_AND_MONTH = (POLLERS_PER_QUEUE * HOURS_PER_MONTH * SECONDS_PER_HOUR) / POLL_SECONDS;

/** The measured conversation: nine things said. Its part of a call grows with the minutes talked. */
export const MEASURED_TALK_MINUTES = 1;
const ASSISTANT_TURNS = 5;

/** Assumed, since nothing ran in AWS: requests to the table one after the other, and what a run needs beside. */
const ASSUMED = {
  msPerDatabaseRequest: 6,
  msPerRun: 25,
  msPerTurnAtTheModel: 1_000,
  msPerCommandAtTheCarrier: 200,
  msOfExtraction: 4_000,
  msPerDelivery: 200,
  workerGb: 0.5,
  talkingGb: 1,
  platformLogBytesPerRun: 400,
  accessLogBytes: 400,
  callGbStored: 6_000 / BYTES_PER_GB,
  recordingBytesPerMinute: 480_000,
  bytesSentPerTurn: 12_000,
  bytesSentPerCall: 4_000,
  bytesSentToReceiver: 12_000,
} as const;

const runsOf = ({ carrierEvents, queueBatches }: Usage): number => carrierEvents + queueBatches;

const ownWork = (usage: Usage): number => {
  const ms = runsOf(usage) * ASSUMED.msPerRun + usage.databaseRequests * ASSUMED.msPerDatabaseRequest;
  return (ms / MS_PER_SECOND) * ASSUMED.workerGb;
};

interface Talk {
  minutes: number;
  isAnswered: boolean;
  hasReceiver: boolean;
}

/** GB-seconds in which Lambdas wait for others. */
const waits = ({ minutes, isAnswered, hasReceiver }: Talk): number => {
  const dialMs = ASSUMED.msPerCommandAtTheCarrier * ASSUMED.workerGb;
  const turnMs = ASSUMED.msPerTurnAtTheModel + ASSUMED.msPerCommandAtTheCarrier;
  const talkMs = isAnswered ? (ASSISTANT_TURNS * minutes * turnMs + ASSUMED.msOfExtraction) * ASSUMED.talkingGb : 0;
  const receiverMs = hasReceiver ? (isAnswered ? 6 : 2) * ASSUMED.msPerDelivery * ASSUMED.workerGb : 0;
  return (dialMs + talkMs + receiverMs) / MS_PER_SECOND;
};

const bytesSent = ({ minutes, isAnswered, hasReceiver }: Talk): number =>
  ASSUMED.bytesSentPerCall +
  (isAnswered ? ASSISTANT_TURNS * minutes * ASSUMED.bytesSentPerTurn : 0) +
  (hasReceiver ? ASSUMED.bytesSentToReceiver : 0);

const logGb = (usage: Usage): number =>
  (usage.logBytes + runsOf(usage) * ASSUMED.platformLogBytesPerRun + usage.carrierEvents * ASSUMED.accessLogBytes) /
  BYTES_PER_GB;

/** A call of this usage. */
const billOf = (usage: Usage, talk: Talk): Bill => ({
  'DynamoDB, writes': usage.writeUnits * PRICE.writeUnit,
  'DynamoDB, reads': usage.readUnits * PRICE.readUnit,
  'DynamoDB, storage of a month with backups': ASSUMED.callGbStored * (PRICE.tableGbMonth + PRICE.recoveryGbMonth),
  'Lambda, runs': runsOf(usage) * PRICE.lambdaRun,
  'Lambda, GB-seconds (assumed durations)': (ownWork(usage) + waits(talk)) * PRICE.lambdaGbSecondArm64,
  // Which of them are FIFO is not told apart; all are reckoned as the dearer.
  'SQS, sends, receives and deletes': (usage.queueSends + 2 * usage.queueBatches) * PRICE.fifoQueueRequest,
  'HTTP API, events of the carrier': usage.carrierEvents * PRICE.httpApiRequest,
  'EventBridge Scheduler': usage.schedules * PRICE.schedule,
  'CloudWatch, logs kept for a month': logGb(usage) * (PRICE.logGb + PRICE.logGbMonth),
  'S3, recordings with a month of storage':
    usage.recordingsPut * PRICE.objectPut +
    usage.recordingsPut * ((talk.minutes * ASSUMED.recordingBytesPerMinute) / BYTES_PER_GB) * PRICE.objectGbMonth,
  'data sent to carrier, models and receivers': (bytesSent(talk) / BYTES_PER_GB) * PRICE.transferOutGb,
});

/** What is said takes its share by the minute, what a call needs anyway does not. */
const stretched = (answered: Usage, unanswered: Usage, minutes: number): Usage => {
  const times = minutes / MEASURED_TALK_MINUTES;
  const fields = Object.keys(answered) as (keyof Usage)[];
  return Object.fromEntries(
    fields.map((field) => [field, unanswered[field] + (answered[field] - unanswered[field]) * times]),
  ) as unknown as Usage;
};

export const total = (bill: Bill): number => Object.values(bill).reduce((sum, usd) => sum + usd, 0);

const times = (bill: Bill, n: number): Bill =>
  Object.fromEntries(Object.entries(bill).map(([what, usd]) => [what, usd * n]));

const sum = (one: Bill, other: Bill): Bill =>
  Object.fromEntries(Object.keys(one).map((what) => [what, (one[what] ?? 0) + (other[what] ?? 0)]));

export interface Calls {
  calls: number;
  /** Of one answered call. */
  minutes: number;
  /** 0 to 1. */
  answered: number;
  hasReceiver: boolean;
}

/** What so many outbound calls cost. */
export const reckonCalls = (measured: MeasuredUsage, { calls, minutes, answered, hasReceiver }: Calls): Bill => {
  const kind = hasReceiver ? 'withReceiver' : 'without';
  const [short, long] = [measured.unanswered[kind], measured.answered[kind]];
  const unansweredBill = billOf(short, { minutes: 0, isAnswered: false, hasReceiver });
  const answeredBill = billOf(stretched(long, short, minutes), { minutes, isAnswered: true, hasReceiver });
  return sum(times(unansweredBill, calls * (1 - answered)), times(answeredBill, calls * answered));
};

const runUsd = ({ databaseRequests }: IdleUsage): number => {
  const ms = ASSUMED.msPerRun + databaseRequests * ASSUMED.msPerDatabaseRequest;
  return PRICE.lambdaRun + (ms / MS_PER_SECOND) * ASSUMED.workerGb * PRICE.lambdaGbSecondArm64;
};

const unitsUsd = ({ readUnits, writeUnits }: IdleUsage): number =>
  readUnits * PRICE.readUnit + writeUnits * PRICE.writeUnit;

/** Sent, received and deleted. */
const REQUESTS_PER_MESSAGE = 3;

/** What a month costs in which a campaign only waits: it is looked at in every run of the sweep. */
export const reckonWaitingMonth = (waiting: IdleUsage, { timedRunsPerHour }: Deployment): number => {
  const lookUsd = unitsUsd(waiting) + runUsd(waiting) + REQUESTS_PER_MESSAGE * PRICE.fifoQueueRequest;
  return timedRunsPerHour * HOURS_PER_MONTH * lookUsd;
};

/** What a month costs in which nobody calls. */
export const reckonIdleMonth = (idle: IdleUsage, { standardQueues, fifoQueues, ...rest }: Deployment): Bill => {
  const runs = rest.timedRunsPerHour * HOURS_PER_MONTH;
  const pollUsd = standardQueues * PRICE.standardQueueRequest + fifoQueues * PRICE.fifoQueueRequest;
  return {
    'SQS, empty long polls': POLLS_PER_QUEUE_AND_MONTH * pollUsd,
    'CloudWatch, alarms': rest.alarms * PRICE.alarmMonth,
    'Secrets Manager': rest.secrets * PRICE.secretMonth,
    'the sweep: Lambda': runs * runUsd(idle),
    'the sweep: DynamoDB': runs * unitsUsd(idle),
    'the sweep: logs': ((runs * ASSUMED.platformLogBytesPerRun) / BYTES_PER_GB) * (PRICE.logGb + PRICE.logGbMonth),
  };
};
