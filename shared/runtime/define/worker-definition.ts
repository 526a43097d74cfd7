import type * as z from 'zod';
import type { Capability, Needs, Ports } from '#shared/ports/capabilities.ts';
import type { MessageOf, QueueName } from '#shared/schemas/messages.ts';

/** Workers live for seconds: they read the clock when they need the time. */
export type WorkerContext = Needs<'clock' | 'sleep' | 'newId' | 'log'>;

export interface WorkerBase<Uses extends Capability> {
  summary: string;
  uses: readonly Uses[];
  timeoutSeconds: number;
  /** Where the default does not do. Lambda's CPU and network grow with it. */
  memoryMib?: number;
  /**
   * Concurrent runs that no other function can take away, and the most that it gets; of a queue, its `maxConcurrency`.
   */
  reservedConcurrency?: number;
}

interface QueueWorkerDefinition<Q extends QueueName, Uses extends Capability> extends WorkerBase<Uses> {
  /** Determines the messages: a worker is given what the queue's row says. */
  queue: Q;
  batchSize: number;
  /** Concurrent invocations at most, 2 to 1,000. */
  maxConcurrency: number;
}

/** Consumes a standard queue; each message succeeds or fails by itself. */
export interface MessageWorkerDefinition<
  Q extends QueueName,
  Uses extends Capability,
  Context = Ports<Uses>,
  Message = MessageOf<Q>,
> extends QueueWorkerDefinition<Q, Uses> {
  handle(message: Message, context: WorkerContext & Context): Promise<void>;
}

/** Consumes a FIFO queue; the messages of one group arrive together, and the group succeeds or fails as one. */
export interface GroupWorkerDefinition<
  Q extends QueueName,
  Uses extends Capability,
  Context = Ports<Uses>,
  Message = MessageOf<Q>,
> extends QueueWorkerDefinition<Q, Uses> {
  handleGroup(messages: Message[], context: WorkerContext & Context): Promise<void>;
  /**
   * A later try may overtake this one. Then a group that is slow does not hold up the others of its batch: it is given
   * back shortly before the timeout, and delivered again.
   */
  mayBeOvertaken?: true;
}

/** Runs on a clock. */
export interface TimedWorkerDefinition<Uses extends Capability, Context = Ports<Uses>> extends WorkerBase<Uses> {
  everyMinutes: number;
  run(context: WorkerContext & Context): Promise<void>;
}

interface Parsed {
  message: z.ZodType;
}

export type MessageWorker = { kind: 'message' } & Parsed &
  MessageWorkerDefinition<QueueName, Capability, object, unknown>;
export type GroupWorker = { kind: 'group' } & Parsed & GroupWorkerDefinition<QueueName, Capability, object, unknown>;
export type TimedWorker = { kind: 'timed' } & TimedWorkerDefinition<Capability, object>;
export type QueueWorker = MessageWorker | GroupWorker;

/** A worker once its types have done their work, by what calls it. */
export type ConsumedWorker = QueueWorker | TimedWorker;
