import type { Context as LambdaContext, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Capability } from '#shared/ports/capabilities.ts';
import { QUEUES, type QueueName } from '#shared/schemas/messages.ts';
import { consume } from './consume.ts';
import type {
  ConsumedWorker,
  GroupWorker,
  GroupWorkerDefinition,
  MessageWorker,
  MessageWorkerDefinition,
  TimedWorker,
  TimedWorkerDefinition,
  WorkerBase,
} from './worker-definition.ts';

/** The type-erased view of a worker: what CDK and the laptop's event sources read. */
export interface Worker<Definition extends ConsumedWorker = ConsumedWorker> extends WorkerBase<Capability> {
  kind: 'worker';
  source: { queue: QueueName; batchSize: number; maxConcurrency: number } | { everyMinutes: number };
  handler: (event: SQSEvent, context: LambdaContext) => Promise<SQSBatchResponse>;
  /** The worker itself, to be given its ports by hand. */
  definition: Definition;
}

const sourceOf = (definition: ConsumedWorker): Worker['source'] => {
  if (definition.kind === 'timed') return { everyMinutes: definition.everyMinutes };
  const { queue, batchSize, maxConcurrency } = definition;
  return { queue, batchSize, maxConcurrency };
};

const define = <Definition extends ConsumedWorker>(definition: Definition): Worker<Definition> => {
  const { summary, uses, timeoutSeconds, memoryMib, reservedConcurrency } = definition;
  const told = {
    summary,
    uses,
    timeoutSeconds,
    ...(memoryMib !== undefined && { memoryMib }),
    ...(reservedConcurrency !== undefined && { reservedConcurrency }),
  };
  return { kind: 'worker', ...told, source: sourceOf(definition), handler: consume(definition), definition };
};

export const defineMessageWorker = <Q extends QueueName, const Uses extends Capability>(
  definition: MessageWorkerDefinition<Q, Uses>,
): Worker<MessageWorker> =>
  define({ ...definition, kind: 'message', message: QUEUES[definition.queue].message } as MessageWorker);

export const defineGroupWorker = <Q extends QueueName, const Uses extends Capability>(
  definition: GroupWorkerDefinition<Q, Uses>,
): Worker<GroupWorker> =>
  define({ ...definition, kind: 'group', message: QUEUES[definition.queue].message } as GroupWorker);

export const defineTimedWorker = <const Uses extends Capability>(
  definition: TimedWorkerDefinition<Uses>,
): Worker<TimedWorker> => define({ ...definition, kind: 'timed' });
