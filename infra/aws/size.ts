import type { Entry } from '#infra/catalog.ts';
import type { Endpoint } from '#shared/runtime/define/endpoint.ts';
import type { Site } from '#shared/runtime/define/site.ts';
import type { StreamFunction } from '#shared/runtime/define/stream.ts';
import type { Worker } from '#shared/runtime/define/worker.ts';
import type { RouteThrottle } from '#shared/runtime/http/endpoint-definition.ts';
import type { QueueName } from '#shared/schemas/messages.ts';

/** What the numbers in `functions/` are made for: 200 conversations at once, each call in need of 0.3 of one. */
export const DECLARED_LIVE_CALLS = 650;
/** The concurrent Lambda runs of an AWS account within which they fit. */
const DECLARED_CONCURRENCY = 1_000;

/** AWS keeps so many runs for functions without a reservation. */
export const NEVER_RESERVED = 100;
/** What workers and reservations may take of an account's runs; endpoints have the rest. */
export const WORKERS_SHARE = 0.8;
/** Below this nothing fits whatever is computed, and nothing can be reserved: everything shares what there is. */
export const SMALL_ACCOUNT_BELOW = 200;
/** What Lambda takes as the most that a queue may have run at once. */
export const QUEUE_CONCURRENCY = { least: 2, most: 1_000 };

/** With interim transcriptions a call has up to so many events a second. */
export const EVENTS_PER_CALL_AND_SECOND_MAX = 4;

/** Queues whose work grows with the calls that are on; the others are for what people do seldom. */
const QUEUES_OF_CALLS: readonly QueueName[] = [
  'dial',
  'campaign',
  'callEvent',
  'webhook',
  'conversation',
  'endedCall',
  'recording',
];

export interface SizeSettings {
  /** Undefined: as many as the account's concurrency is enough for. */
  liveCalls?: number | undefined;
  lambdaConcurrency: number;
  reservedConcurrency: boolean;
  /** Runs at once of single functions, in the place of what is computed. */
  concurrency: Readonly<Record<string, number>>;
}

export interface Sized {
  endpoints: readonly Entry<Endpoint>[];
  workers: readonly Entry<Worker>[];
  streams?: readonly Entry<StreamFunction>[];
  sites?: readonly Entry<Site>[];
}

/** What a deployment is built for. */
export interface Size {
  liveCalls: number;
  /** The most runs at once of each queue's worker, by its id. */
  maxConcurrency: Readonly<Record<string, number>>;
  /** Runs kept for a function alone; empty where the account has no room for reservations. */
  reserved: Readonly<Record<string, number>>;
  throttleOf(endpoint: Pick<Entry<Endpoint>, 'uses' | 'throttle'>): RouteThrottle | undefined;
}

/** The live calls that so many concurrent Lambda runs are enough for. */
export const liveCallsWithin = (lambdaConcurrency: number): number =>
  Math.max(1, Math.floor((DECLARED_LIVE_CALLS * lambdaConcurrency) / DECLARED_CONCURRENCY));

/** The concurrent Lambda runs that so many live calls need, rounded up to what one asks AWS for. */
export const concurrencyFor = (liveCalls: number): number => {
  const step = 100;
  return Math.ceil((liveCalls * DECLARED_CONCURRENCY) / DECLARED_LIVE_CALLS / step) * step;
};

const hearsTheCarrier = ({ uses }: Pick<Entry<Endpoint>, 'uses'>): boolean =>
  uses.some((capability) => capability === 'carrierWebhook');

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, n) => total + n, 0);

const within = (runs: number): number =>
  Math.min(QUEUE_CONCURRENCY.most, Math.max(QUEUE_CONCURRENCY.least, Math.ceil(runs)));

type Runs = Record<string, number>;

const maxConcurrencyOf = (workers: readonly Entry<Worker>[], factor: number, overrides: Runs): Runs =>
  Object.fromEntries(
    workers.flatMap(({ id, source }) => {
      if (!('queue' in source)) return [];
      const scale = QUEUES_OF_CALLS.includes(source.queue) ? factor : 1;
      return [[id, overrides[id] ?? within(source.maxConcurrency * scale)]];
    }),
  );

const reservationsOf = (sized: Sized, maxConcurrency: Runs, factor: number, overrides: Runs): Runs => {
  const { endpoints, workers, streams = [] } = sized;
  const scaled = [...endpoints.filter(hearsTheCarrier), ...streams].map(({ id }) => id);
  return Object.fromEntries(
    [...endpoints, ...workers, ...streams].flatMap(({ id, reservedConcurrency }) => {
      if (reservedConcurrency === undefined) return [];
      const scale = scaled.includes(id) ? factor : 1;
      return [[id, maxConcurrency[id] ?? overrides[id] ?? Math.ceil(reservedConcurrency * scale)]];
    }),
  );
};

/** @throws Error for a name that is no function, or one that has no limit of its own. */
const refuseUnknown = (overrides: Runs, known: readonly string[]): void => {
  const unknown = Object.keys(overrides).filter((id) => !known.includes(id));
  if (unknown.length > 0) {
    throw new Error(`concurrency names ${unknown.join(', ')}; it can name ${known.toSorted().join(', ')}.`);
  }
};

/**
 * What each function may run at once, computed from the live calls that a deployment is made for. Numbers in
 * `functions/` are those of `DECLARED_LIVE_CALLS`. @throws Error when it does not fit into the account's concurrency.
 */
export const sizeOf = (sized: Sized, settings: SizeSettings): Size => {
  const { lambdaConcurrency, reservedConcurrency, concurrency } = settings;
  const liveCalls = settings.liveCalls ?? liveCallsWithin(lambdaConcurrency);
  const factor = liveCalls / DECLARED_LIVE_CALLS;
  const maxConcurrency = maxConcurrencyOf(sized.workers, factor, concurrency);
  const wanted = reservationsOf(sized, maxConcurrency, factor, concurrency);
  refuseUnknown(concurrency, [...new Set([...Object.keys(maxConcurrency), ...Object.keys(wanted)])]);
  const hasRoom = sum(Object.values(wanted)) <= lambdaConcurrency - NEVER_RESERVED;
  const reserved = reservedConcurrency && hasRoom ? wanted : {};
  const beside = Object.entries(maxConcurrency).filter(([id]) => !(id in reserved));
  const taken = sum(Object.values(reserved)) + sum(beside.map(([, runs]) => runs));
  if (lambdaConcurrency >= SMALL_ACCOUNT_BELOW && taken > lambdaConcurrency * WORKERS_SHARE) {
    throw new Error(
      `${liveCalls} live calls may take ${taken} concurrent Lambda runs, and ${WORKERS_SHARE * 100} % of lambdaConcurrency=${lambdaConcurrency} ` +
        `are ${Math.floor(lambdaConcurrency * WORKERS_SHARE)}: lower liveCalls or what concurrency names, or ask AWS for more runs and raise lambdaConcurrency.`,
    );
  }
  const eventsPerSecond = Math.ceil(liveCalls * EVENTS_PER_CALL_AND_SECOND_MAX);
  return {
    liveCalls,
    maxConcurrency,
    reserved,
    throttleOf: (endpoint) => {
      const { throttle } = endpoint;
      if (!throttle || !hearsTheCarrier(endpoint)) return throttle;
      const requestsPerSecond = Math.max(throttle.requestsPerSecond, eventsPerSecond);
      return { requestsPerSecond, burst: Math.max(throttle.burst, Math.ceil(requestsPerSecond / 2)) };
    },
  };
};
