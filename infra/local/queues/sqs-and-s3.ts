import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { LOCAL_ACCOUNT, LOCAL_CREDENTIALS, LOCAL_REGION } from '#infra/local/process/local-aws.ts';
import { startThread } from '#infra/local/process/thread.ts';
import { DAY_MS, SECOND_MS } from '#shared/domain/time.ts';
import { QUEUE_NAMES, QUEUES, type QueueName, type QueueSchema } from '#shared/schemas/messages.ts';
import { type Emulator, type EmulatorOptions, type KnownQueues, startEmulator } from './emulator.ts';
import { queueNamesOf } from './queue-names.ts';

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
  /** False shares this thread, whose clock then is theirs too. */
  hasThread?: boolean | undefined;
  /** They ended by themselves. */
  onDeath(message: string): void;
}

interface Existing {
  sqs: SQSClient;
  queues: KnownQueues;
}

const EMULATOR_THREAD = new URL('emulator-thread.ts', import.meta.url);

const arnOf = (queueName: string): string => `arn:aws:sqs:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${queueName}`;

/** Creates a queue, or brings the settings of the one that survived a restart up to date; its messages stay. */
const ensureQueue = async (
  { sqs, queues }: Existing,
  url: string,
  queueName: string,
  attributes: Record<string, string>,
): Promise<void> => {
  if (queues[queueName]) {
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
const releaseInFlight = async ({ sqs, queues }: Existing, url: string, queueName: string): Promise<void> => {
  for (const receiptHandle of queues[queueName]?.inFlight ?? []) {
    const release = { QueueUrl: url, ReceiptHandle: receiptHandle, VisibilityTimeout: RELEASED_AFTER_SECONDS };
    await sqs.send(new ChangeMessageVisibilityCommand(release));
  }
};

const setUpQueue = async (existing: Existing, base: string, name: QueueName): Promise<Queue> => {
  const schema = QUEUES[name];
  const { queueName, deadLetterName } = queueNamesOf(name);
  const url = `${base}/${LOCAL_ACCOUNT}/${queueName}`;
  await ensureQueue(existing, `${base}/${LOCAL_ACCOUNT}/${deadLetterName}`, deadLetterName, {
    MessageRetentionPeriod: String(DEAD_LETTER_RETENTION_SECONDS),
  });
  const redrive = { deadLetterTargetArn: arnOf(deadLetterName), maxReceiveCount: schema.maxReceiveCount };
  await ensureQueue(existing, url, queueName, {
    VisibilityTimeout: String(schema.visibilityTimeoutSeconds),
    RedrivePolicy: JSON.stringify(redrive),
  });
  await releaseInFlight(existing, url, queueName);
  return { url, arn: arnOf(queueName), schema };
};

/** SQS and S3 with every queue of the product and its dead-letter queue; messages and recordings are kept in `dataDir`. */
export const startSqsAndS3 = async ({ dataDir, hasThread = true, onDeath }: SqsAndS3Options): Promise<SqsAndS3> => {
  const queueNames = QUEUE_NAMES.flatMap((name) => Object.values(queueNamesOf(name)));
  const { secretAccessKey } = LOCAL_CREDENTIALS;
  const options: EmulatorOptions = { dataDir, queueNames, secretAccessKey };
  const emulator = await (hasThread ? startThread<Emulator>(EMULATOR_THREAD, options) : startEmulator(options));
  let stopping = false;
  emulator.ended?.then((error) => {
    const why = error instanceof Error ? `: ${error.message}` : '';
    if (!stopping) onDeath(`The queues stopped, so the service stops too${why}.`);
  });
  const url = `http://127.0.0.1:${emulator.said.port}`;
  const client = new SQSClient({
    endpoint: url,
    region: LOCAL_REGION,
    credentials: LOCAL_CREDENTIALS,
    requestHandler: { httpAgent: { maxSockets: MAX_SOCKETS } },
  });
  const stop = async (): Promise<void> => {
    stopping = true;
    client.destroy();
    await emulator.stop();
  };
  try {
    const existing = { sqs: client, queues: emulator.said.known };
    const queues = await Promise.all(QUEUE_NAMES.map(async (name) => [name, await setUpQueue(existing, url, name)]));
    return { url, queues: Object.fromEntries(queues) as Record<QueueName, Queue>, client, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
