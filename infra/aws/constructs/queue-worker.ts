import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import type { Entry } from '#infra/catalog.ts';
import type { Worker } from '#shared/runtime/define/worker.ts';
import { QUEUES, type QueueName, type QueueSchema } from '#shared/schemas/messages.ts';
import { type Deployment, ProductFunction } from './product-function.ts';

/** AWS's advice: a message stays invisible long enough for a throttled batch to be tried again before it reappears. */
const VISIBILITY_PER_TIMEOUT = 6;

const longestTimeoutSeconds = (queue: QueueName): number => {
  const { visibilityTimeoutSeconds, isUrgent }: QueueSchema = QUEUES[queue];
  return isUrgent ? visibilityTimeoutSeconds - 1 : visibilityTimeoutSeconds / VISIBILITY_PER_TIMEOUT;
};

export type QueueWorkerEntry = Entry<Worker> & { source: Extract<Worker['source'], { queue: QueueName }> };

/** A Lambda that consumes a queue and answers which messages of the batch failed. */
export class QueueWorker extends Construct {
  constructor(scope: Construct, id: string, deployment: Deployment, entry: QueueWorkerEntry) {
    super(scope, id);
    const { queue, batchSize, maxConcurrency: declared } = entry.source;
    const maxConcurrency = deployment.size.maxConcurrency[entry.id] ?? declared;
    const longest = longestTimeoutSeconds(queue);
    if (entry.timeoutSeconds > longest) {
      throw new Error(
        `${entry.id} may run ${entry.timeoutSeconds} s, but the visibility timeout of the ${queue} queue allows ` +
          `${longest} s: lower the first or raise the second.`,
      );
    }
    const { lambda } = new ProductFunction(this, 'Function', deployment, entry, entry.timeoutSeconds);
    // No batching window: FIFO queues refuse one, and a dial should not wait for company.
    const source = { batchSize, maxConcurrency, reportBatchItemFailures: true };
    lambda.addEventSource(new SqsEventSource(deployment.resources.queues[queue], source));
  }
}
