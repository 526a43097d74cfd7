import { Duration } from 'aws-cdk-lib';
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { QueueSchema } from '#shared/schemas/messages.ts';

/** SQS's maximum: time to notice, repair and redrive. */
const DEAD_LETTER_RETENTION_DAYS = 14;

/**
 * FIFO queues run in high-throughput mode: the limit counts per campaign, not over all of them. EventBridge Scheduler
 * only delivers to a FIFO queue with content-based deduplication; our own sends carry an id, which takes precedence.
 */
const FIFO: QueueProps = {
  fifo: true,
  contentBasedDeduplication: true,
  deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
  fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
};

export class QueueWithDeadLetters extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;

  constructor(scope: Construct, id: string, schema: QueueSchema) {
    super(scope, id);
    const common: QueueProps = {
      ...(schema.fifo ? FIFO : {}),
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
    };
    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...common,
      retentionPeriod: Duration.days(DEAD_LETTER_RETENTION_DAYS),
    });
    this.queue = new Queue(this, 'Queue', {
      ...common,
      visibilityTimeout: Duration.seconds(schema.visibilityTimeoutSeconds),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: schema.maxReceiveCount },
    });
  }
}
