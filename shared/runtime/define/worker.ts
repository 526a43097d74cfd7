import type { Context as LambdaContext, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type * as z from 'zod';
import type { IdPrefix } from '#shared/domain/ids.ts';
import type { Log } from '#shared/ports/log.ts';
import type { Capability, Ports } from '#shared/runtime/capabilities.ts';
import { type MessageOf, QUEUES, type QueueName } from '#shared/schemas/messages.ts';
import { consume } from './consume.ts';

export interface WorkerContext {
  /** The clock: workers live for seconds and must read the time when they need it. */
  clock(): Date;
  sleep(milliseconds: number): Promise<void>;
  newId(prefix: IdPrefix): string;
  log: Log;
}

interface WorkerBase<Uses extends Capability> {
  summary: string;
  uses: readonly Uses[];
  timeoutSeconds: number;
}

/** Consumes a standard queue; each message succeeds or fails by itself. */
export interface MessageWorkerDefinition<Q extends QueueName, Uses extends Capability> extends WorkerBase<Uses> {
  queue: Q;
  batchSize: number;
  /** Concurrent invocations at most, 2 to 1,000. */
  maxConcurrency: number;
  handle(message: MessageOf<Q>, context: WorkerContext & Ports<Uses>): Promise<void>;
}

/** Consumes a FIFO queue; the messages of one group arrive together, and the group succeeds or fails as one. */
export interface GroupWorkerDefinition<Q extends QueueName, Uses extends Capability> extends WorkerBase<Uses> {
  queue: Q;
  batchSize: number;
  maxConcurrency: number;
  handleGroup(messages: MessageOf<Q>[], context: WorkerContext & Ports<Uses>): Promise<void>;
}

/** Runs on a clock. */
export interface TimedWorkerDefinition<Uses extends Capability> extends WorkerBase<Uses> {
  everyMinutes: number;
  run(context: WorkerContext & Ports<Uses>): Promise<void>;
}

/** The type-erased view of a worker: what CDK and the laptop's event sources read. */
export interface Worker extends WorkerBase<Capability> {
  kind: 'worker';
  source: { queue: QueueName; batchSize: number; maxConcurrency: number } | { everyMinutes: number };
  handler: (event: SQSEvent, context: LambdaContext) => Promise<SQSBatchResponse>;
  /** The worker itself, to be given its ports by hand. */
  definition: ConsumedWorker;
}

type AnyDefinition = {
  summary: string;
  uses: readonly Capability[];
  timeoutSeconds: number;
  queue?: QueueName;
  message?: z.ZodType;
  batchSize?: number;
  maxConcurrency?: number;
  everyMinutes?: number;
  handle?(message: unknown, context: WorkerContext): Promise<void>;
  handleGroup?(messages: unknown[], context: WorkerContext): Promise<void>;
  run?(context: WorkerContext): Promise<void>;
};

export type ConsumedWorker = AnyDefinition;

const define = (given: Omit<AnyDefinition, 'message'>): Worker => {
  const definition = { ...given, ...(given.queue && { message: QUEUES[given.queue].message }) };
  const { summary, uses, timeoutSeconds, queue, batchSize = 1, maxConcurrency = 2, everyMinutes = 1 } = definition;
  const source = queue ? { queue, batchSize, maxConcurrency } : { everyMinutes };
  return { kind: 'worker', summary, uses, timeoutSeconds, source, handler: consume(definition), definition };
};

export const defineMessageWorker = <Q extends QueueName, const Uses extends Capability>(
  definition: MessageWorkerDefinition<Q, Uses>,
): Worker => define(definition as unknown as AnyDefinition);

export const defineGroupWorker = <Q extends QueueName, const Uses extends Capability>(
  definition: GroupWorkerDefinition<Q, Uses>,
): Worker => define(definition as unknown as AnyDefinition);

export const defineTimedWorker = <const Uses extends Capability>(definition: TimedWorkerDefinition<Uses>): Worker =>
  define(definition as unknown as AnyDefinition);
