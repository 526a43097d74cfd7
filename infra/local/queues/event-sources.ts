import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { lambdaContext } from '#infra/local/process/lambda-context.ts';
import { LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { MINUTE_MS } from '#shared/domain/time.ts';
import type { QueueName } from '#shared/schemas/messages.ts';
import type { Queue, SqsAndS3 } from './sqs-and-s3.ts';

/** Concurrent invocations per standard queue: enough that a few hanging receivers or callees delay nobody else. */
const STANDARD_INVOCATIONS = 16;
/** Concurrent invocations per FIFO queue, which is also the number of groups in work: a receive takes one group. */
const FIFO_INVOCATIONS = 8;
const LONG_POLL_SECONDS = 20;
const RECEIVE_FAILURE_PAUSE_MS = 500;
/** Time for invocations in progress when the service stops. */
const STOP_MS = 1_000;

type Source = { queue: QueueName; batchSize: number; maxConcurrency: number } | { everyMinutes: number };

export interface SourcedWorker {
  id: string;
  timeoutSeconds: number;
  source: Source;
  handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse | undefined>;
}

type QueueWorker = SourcedWorker & { source: Extract<Source, { queue: QueueName }> };
type TimedWorker = SourcedWorker & { source: Extract<Source, { everyMinutes: number }> };

interface EventSourceOptions {
  workers: SourcedWorker[];
  sqs: Pick<SqsAndS3, 'client' | 'queues'>;
  onError(functionName: string, error: unknown): void;
}

interface EventSources {
  stop(): Promise<void>;
}

const recordOf = (message: Message, queue: Queue): SQSRecord => ({
  messageId: message.MessageId ?? '',
  receiptHandle: message.ReceiptHandle ?? '',
  body: message.Body ?? '',
  attributes: (message.Attributes ?? {}) as unknown as SQSRecord['attributes'],
  messageAttributes: (message.MessageAttributes ?? {}) as unknown as SQSRecord['messageAttributes'],
  md5OfBody: message.MD5OfBody ?? '',
  eventSource: 'aws:sqs',
  eventSourceARN: queue.arn,
  awsRegion: LOCAL_REGION,
});

/** Like Lambda, ignores whatever an invocation does after its timeout. */
const withinTimeout = async (worker: SourcedWorker, event: SQSEvent): Promise<SQSBatchResponse | undefined> => {
  const timer = new AbortController();
  const timeout = sleep(worker.timeoutSeconds * 1_000, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new Error(`The function did not end within its timeout of ${worker.timeoutSeconds} seconds.`);
  });
  try {
    return await Promise.race([worker.handler(event, lambdaContext(worker.id, worker.timeoutSeconds)), timeout]);
  } finally {
    timer.abort();
    timeout.catch(() => undefined);
  }
};

/** The records that a worker has processed; none if it threw. */
const processed = async (
  worker: QueueWorker,
  records: SQSRecord[],
  onError: EventSourceOptions['onError'],
): Promise<SQSRecord[]> => {
  try {
    const response = await withinTimeout(worker, { Records: records });
    const failed = new Set((response?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier));
    return records.filter(({ messageId }) => !failed.has(messageId));
  } catch (error) {
    onError(worker.id, error);
    return [];
  }
};

const remove = async (sqs: SQSClient, queue: Queue, records: SQSRecord[]): Promise<void> => {
  if (records.length === 0) return;
  const entries = records.map(({ receiptHandle }, index) => ({ Id: String(index), ReceiptHandle: receiptHandle }));
  await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: queue.url, Entries: entries }));
};

/** Limits the number of concurrent tasks. */
const newLimit = (limit: number) => {
  const running = new Set<Promise<void>>();
  return {
    /** Resolves when one more may start. */
    async free(): Promise<void> {
      while (running.size >= limit) await Promise.race(running);
    },
    start(task: Promise<void>): void {
      const done = task.finally(() => running.delete(done));
      running.add(done);
    },
    all: (): Promise<unknown> => Promise.all(running),
  };
};

const mostInvocations = ({ source: { queue, maxConcurrency } }: QueueWorker, { sqs }: EventSourceOptions): number =>
  Math.min(sqs.queues[queue].schema.fifo ? FIFO_INVOCATIONS : STANDARD_INVOCATIONS, maxConcurrency);

/**
 * Only one receive waits at a time: a message wakes every waiting receive, so more would mostly return empty. Messages
 * are processed while the next receive waits.
 */
const poll = async (worker: QueueWorker, options: EventSourceOptions, stopping: AbortSignal): Promise<void> => {
  const { sqs, onError } = options;
  const queue = sqs.queues[worker.source.queue];
  const invocations = newLimit(mostInvocations(worker, options));
  const receive = new ReceiveMessageCommand({
    QueueUrl: queue.url,
    MaxNumberOfMessages: Math.min(worker.source.batchSize, 10),
    WaitTimeSeconds: LONG_POLL_SECONDS,
    MessageSystemAttributeNames: ['All'],
    MessageAttributeNames: ['All'],
  });
  const reportFailure = async (error: unknown): Promise<void> => {
    if (stopping.aborted) return;
    onError(worker.id, error);
    await sleep(RECEIVE_FAILURE_PAUSE_MS, undefined, { signal: stopping }).catch(() => undefined);
  };
  const workOn = async (messages: Message[]): Promise<void> => {
    const records = messages.map((message) => recordOf(message, queue));
    await remove(sqs.client, queue, await processed(worker, records, onError));
  };
  while (!stopping.aborted) {
    await invocations.free();
    try {
      const { Messages = [] } = await sqs.client.send(receive, { abortSignal: stopping });
      if (Messages.length > 0) invocations.start(workOn(Messages).catch(reportFailure));
    } catch (error) {
      await reportFailure(error);
    }
  }
  await invocations.all();
};

/** Runs at once and then periodically, never twice at the same time. */
const runTimed = async (worker: TimedWorker, options: EventSourceOptions, stopping: AbortSignal): Promise<void> => {
  while (!stopping.aborted) {
    const next = Date.now() + worker.source.everyMinutes * MINUTE_MS;
    try {
      await withinTimeout(worker, { Records: [] });
    } catch (error) {
      options.onError(worker.id, error);
    }
    const pause = Math.max(next - Date.now(), 0);
    await sleep(pause, undefined, { signal: stopping, ref: false }).catch(() => undefined);
  }
};

const run = (worker: SourcedWorker, options: EventSourceOptions, stopping: AbortSignal): Promise<void> =>
  'queue' in worker.source
    ? poll(worker as QueueWorker, options, stopping)
    : runTimed(worker as TimedWorker, options, stopping);

/** Invokes every worker from its queue or clock until stopped; a stop interrupts waiting receives at once. */
export const startEventSources = (options: EventSourceOptions): EventSources => {
  const stopping = new AbortController();
  const loops = options.workers.map((worker) => run(worker, options, stopping.signal));
  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([Promise.all(loops), sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
};
