import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import {
  LOCAL_ACCOUNT,
  LOCAL_CREDENTIALS,
  LOCAL_REGION,
  NAME_PREFIX,
  RECORDINGS_BUCKET,
} from '#infra/local/process/local-aws.ts';
import { startedOnLoopback } from '#infra/local/process/loopback.ts';
import { DAY_MS, SECOND_MS } from '#shared/domain/time.ts';
import { QUEUE_NAMES, QUEUES, type QueueName, type QueueSchema } from '#shared/schemas/messages.ts';

/** Visibility timeout for messages whose receiver died. The emulator cannot store 0. */
const RELEASED_AFTER_SECONDS = 1;
/** Every receive loop holds a connection while it waits; what they receive must be deleted meanwhile. */
const MAX_SOCKETS = 1_000;
const DEAD_LETTER_RETENTION_SECONDS = (14 * DAY_MS) / SECOND_MS;

export interface Queue {
  url: string;
  arn: string;
  schema: QueueSchema;
}

export interface SqsAndS3 {
  /** Base address, for `AWS_ENDPOINT_URL_SQS`. */
  url: string;
  queues: Record<QueueName, Queue>;
  client: SQSClient;
  stop(): Promise<void>;
}

interface SqsAndS3Options {
  dataDir: string;
  /** They ended by themselves. */
  onDeath(message: string): void;
}

const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const queueNameOf = (name: string, fifo: boolean): string => `${NAME_PREFIX}-${kebabCase(name)}${fifo ? '.fifo' : ''}`;
const arnOf = (queueName: string): string => `arn:aws:sqs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${queueName}`;

/** Creates a queue, or brings the settings of the one that survived a restart up to date; its messages stay. */
const ensureQueue = async (
  server: FauxqsServer,
  sqs: SqsAndS3['client'],
  url: string,
  queueName: string,
  attributes: Record<string, string>,
): Promise<void> => {
  if (server.inspectQueue(queueName)) {
    await sqs.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: attributes }));
    return;
  }
  const fifo = queueName.endsWith('.fifo') ? { FifoQueue: 'true', ContentBasedDeduplication: 'true' } : {};
  await sqs.send(new CreateQueueCommand({ QueueName: queueName, Attributes: { ...attributes, ...fifo } }));
};

/**
 * Makes messages visible again whose receiver died with the last process: on this machine nobody else can be working
 * on them, so there is no reason to wait for their visibility timeout.
 */
const releaseInFlight = async (server: FauxqsServer, sqs: SQSClient, url: string, queueName: string): Promise<void> => {
  for (const { receiptHandle } of server.inspectQueue(queueName)?.messages.inflight ?? []) {
    const release = { QueueUrl: url, ReceiptHandle: receiptHandle, VisibilityTimeout: RELEASED_AFTER_SECONDS };
    await sqs.send(new ChangeMessageVisibilityCommand(release));
  }
};

const setUpQueue = async (server: FauxqsServer, sqs: SQSClient, base: string, name: QueueName): Promise<Queue> => {
  const schema = QUEUES[name];
  const queueName = queueNameOf(name, schema.fifo);
  const deadLetterName = queueNameOf(`${name}-dlq`, schema.fifo);
  const url = `${base}/${LOCAL_ACCOUNT}/${queueName}`;
  await ensureQueue(server, sqs, `${base}/${LOCAL_ACCOUNT}/${deadLetterName}`, deadLetterName, {
    MessageRetentionPeriod: String(DEAD_LETTER_RETENTION_SECONDS),
  });
  const redrive = { deadLetterTargetArn: arnOf(deadLetterName), maxReceiveCount: schema.maxReceiveCount };
  await ensureQueue(server, sqs, url, queueName, {
    VisibilityTimeout: String(schema.visibilityTimeoutSeconds),
    RedrivePolicy: JSON.stringify(redrive),
  });
  await releaseInFlight(server, sqs, url, queueName);
  return { url, arn: arnOf(queueName), schema };
};

/**
 * SQS and S3 in this process, messages and recordings kept in `dataDir`, with every queue of the product and its
 * dead-letter queue.
 */
export const startSqsAndS3 = async ({ dataDir, onDeath }: SqsAndS3Options): Promise<SqsAndS3> => {
  mkdirSync(dataDir, { recursive: true });
  const s3StorageDir = join(dataDir, 's3');
  mkdirSync(s3StorageDir, { recursive: true });
  // The package's `host` is only the one in queue URLs.
  const options = { port: 0, host: '127.0.0.1', logger: false, dataDir, s3StorageDir };
  const { started: server, server: listening } = await startedOnLoopback(() => startFauxqs(options));
  let stopping = false;
  listening.once('close', () => {
    if (!stopping) onDeath('The queues stopped, so the service stops too.');
  });
  const url = `http://127.0.0.1:${server.port}`;
  const client = new SQSClient({
    endpoint: url,
    region: LOCAL_REGION,
    credentials: LOCAL_CREDENTIALS,
    requestHandler: { httpAgent: { maxSockets: MAX_SOCKETS } },
  });
  const stop = async (): Promise<void> => {
    stopping = true;
    client.destroy();
    await server.stop();
  };
  server.createBucket(RECORDINGS_BUCKET);
  try {
    const queues = await Promise.all(
      QUEUE_NAMES.map(async (name) => [name, await setUpQueue(server, client, url, name)]),
    );
    return { url, queues: Object.fromEntries(queues) as Record<QueueName, Queue>, client, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
