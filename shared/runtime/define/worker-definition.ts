import type * as z from 'zod';
import type { IdPrefix } from '#shared/domain/ids.ts';
import type { Log } from '#shared/ports/log.ts';
import type { Capability, Ports } from '#shared/runtime/capabilities.ts';
import type { QueueName } from '#shared/runtime/queues.ts';

export interface WorkerContext {
  /** The clock: workers live for seconds and must read the time when they need it. */
  clock(): Date;
  sleep(milliseconds: number): Promise<void>;
  newId(prefix: IdPrefix): string;
  log: Log;
}

export interface WorkerBase<Uses extends Capability> {
  summary: string;
  uses: readonly Uses[];
  timeoutSeconds: number;
}

interface QueueWorkerDefinition<M extends z.ZodType, Uses extends Capability> extends WorkerBase<Uses> {
  queue: QueueName;
  message: M;
  batchSize: number;
  /** Concurrent invocations at most, 2 to 1,000. */
  maxConcurrency: number;
}

/** Consumes a standard queue; each message succeeds or fails by itself. */
export interface MessageWorkerDefinition<M extends z.ZodType, Uses extends Capability, Context = Ports<Uses>>
  extends QueueWorkerDefinition<M, Uses> {
  handle(message: z.output<M>, context: WorkerContext & Context): Promise<void>;
}

/** Consumes a FIFO queue; the messages of one group arrive together, and the group succeeds or fails as one. */
export interface GroupWorkerDefinition<M extends z.ZodType, Uses extends Capability, Context = Ports<Uses>>
  extends QueueWorkerDefinition<M, Uses> {
  handleGroup(messages: z.output<M>[], context: WorkerContext & Context): Promise<void>;
}

/** Runs on a clock. */
export interface TimedWorkerDefinition<Uses extends Capability, Context = Ports<Uses>> extends WorkerBase<Uses> {
  everyMinutes: number;
  run(context: WorkerContext & Context): Promise<void>;
}

export type MessageWorker = { kind: 'message' } & MessageWorkerDefinition<z.ZodType, Capability, object>;
export type GroupWorker = { kind: 'group' } & GroupWorkerDefinition<z.ZodType, Capability, object>;
export type TimedWorker = { kind: 'timed' } & TimedWorkerDefinition<Capability, object>;
export type QueueWorker = MessageWorker | GroupWorker;

/** A worker once its types have done their work, by what calls it. */
export type ConsumedWorker = QueueWorker | TimedWorker;
